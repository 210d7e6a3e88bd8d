import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readMarketFrame } from "../../../../adapters/polymarket/book/market_frame.ts";
import { NO_PROTOCOL } from "../../../condition.ts";
import {
  bookFrame,
  changeFrame,
  CONDITION_ID,
  type LevelText,
  tickFrame,
  tradeFrame,
} from "./book_frames.ts";

const read = (frame: unknown) => readMarketFrame(JSON.stringify(frame));
const conditionId = CONDITION_ID;

describe("readMarketFrame()", () => {
  test("reads whole books, one or a list of them, best level first", () => {
    const event = {
      kind: "book",
      timestampMs: 1_000,
      lastTradePrice: "0.5",
      book: {
        tokenId: "1",
        conditionId,
        protocol: NO_PROTOCOL,
        tickE6: 10_000n,
        bids: [
          { priceE6: 400_000n, sizeE6: 20_000_000n },
          { priceE6: 390_000n, sizeE6: 30_000_000n },
        ],
        asks: [
          { priceE6: 600_000n, sizeE6: 10_500_000n },
          { priceE6: 610_000n, sizeE6: 25_000_000n },
        ],
      },
    };
    expect(read(bookFrame()) as unknown).toEqual([event]);
    expect(read([bookFrame(), bookFrame({ tokenId: "2", bids: [] })])).toMatchObject([
      event,
      { kind: "book", book: { tokenId: "2", bids: [] } },
    ]);
    expect(read([])).toEqual([]);
  });

  test("sorts the levels of a book itself", () => {
    const prices = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1 });
    fc.assert(fc.property(prices, (cents) => {
      const levels = cents.map((cent): LevelText => [`0.${`${cent}`.padStart(2, "0")}`, "1"]);
      const [event] = read(bookFrame({ bids: levels, asks: levels })) ?? [];
      const { bids = [], asks = [] } = event?.kind === "book" ? event.book : {};
      expect(asks).toEqual(bids.toReversed());
      expect(asks).toHaveLength(cents.length);
      asks.forEach(({ priceE6 }, at) => {
        expect(priceE6).toBeGreaterThan(asks[at - 1]?.priceE6 ?? 0n);
      });
    }));
  });

  test("reads the changes of both outcomes, each with the last best prices said of it", () => {
    const frame = changeFrame([
      { level: ["0.41", "7"], best: ["0.41", "0.6"] },
      { tokenId: "2", side: "SELL", level: ["0.59", "7"], best: ["0", "0.59"] },
      { side: "SELL", level: ["0.6", "0"], best: ["0.41", "1"] },
    ]);
    const common = { kind: "changes", conditionId, timestampMs: 2_000 };
    expect(read(frame) as unknown).toEqual([
      {
        ...common,
        tokenId: "1",
        changes: [
          { side: "bids", priceE6: 410_000n, sizeE6: 7_000_000n },
          { side: "asks", priceE6: 600_000n, sizeE6: 0n },
        ],
        bestBidE6: 410_000n,
        bestAskE6: 1_000_000n,
      },
      {
        ...common,
        tokenId: "2",
        changes: [{ side: "asks", priceE6: 590_000n, sizeE6: 7_000_000n }],
        bestBidE6: 0n,
        bestAskE6: 590_000n,
      },
    ]);
  });

  test("reads changes without best prices, and times that are numbers", () => {
    const frame = { ...changeFrame([{ level: ["0.41", "7"] }]), timestamp: 1_766_000_000_000 };
    expect(read(frame)).toMatchObject([{
      timestampMs: 1_766_000_000_000,
      bestBidE6: undefined,
      bestAskE6: undefined,
    }]);
  });

  test("reads the hash of a book, and that of changes: the last one said of a token", () => {
    const [book, changes] = [bookFrame(), changeFrame([{ level: ["0.4", "1"] }])];
    const twice = [{ ...changes.price_changes[0], hash: "a0" }, {
      ...changes.price_changes[0],
      hash: "a1",
    }];
    expect(read([{ ...book, hash: "b0" }, { ...changes, price_changes: twice }]))
      .toMatchObject([{ hash: "b0" }, { hash: "a1" }]);
  });

  test("reads trades with their price as it is written, and passes over what is none", () => {
    const frame = tradeFrame({ price: "0.470" });
    const trade = { priceE6: 470_000n, sizeE6: 5_000_000n, side: "BUY", atMs: 2_000 } as const;
    const event = { kind: "trade", tokenId: "1", conditionId, price: "0.470" } as const;
    expect(read([frame, { ...frame, price: "2" }, { ...frame, asset_id: 1 }]))
      .toEqual([{ ...event, trade }]);
    for (const lacking of [{ size: "0" }, { side: "buy" }, { timestamp: "soon" }]) {
      expect(read({ ...frame, ...lacking })).toEqual([event]);
    }
  });

  test("reads changes of ticks, and that a market is over", () => {
    expect(read(tickFrame())).toEqual([{ kind: "tick", tokenId: "1", conditionId }]);
    const over = { event_type: "market_resolved", market: conditionId, assets_ids: ["1", "2", 3] };
    expect(read(over)).toEqual([{ kind: "resolved", tokenIds: ["1", "2"], conditionId }]);
  });

  test.each([
    ["other events", { event_type: "last_trade_price", asset_id: "1", price: "nonsense" }],
    ["events of no kind", { message: "hello" }],
    ["text", "hello"],
    ["numbers", 5],
    ["null", null],
    ["such things in a list", [null, 5, [], {}, { event_type: "best_bid_ask" }]],
  ])("passes over %s", (_, frame) => expect(read(frame)).toEqual([]));

  test.each(["", "{", "PONG", "INVALID OPERATION", '[{"event_type":"book"', "undefined"])(
    "cannot read %p at all",
    (text) => expect(readMarketFrame(text)).toBeUndefined(),
  );

  const level = (bids: ReadonlyArray<LevelText>) => bookFrame({ bids });
  test.each([
    ["a price of 0", level([["0", "1"]])],
    ["a price of 1", level([["1", "1"]])],
    ["a price above 1", level([["1.01", "1"]])],
    ["a price below 0", level([["-0.5", "1"]])],
    ["a price with seven decimals", level([["0.4000000", "1"]])],
    ["a size of 0", level([["0.4", "0"]])],
    ["a size in exponents", level([["0.4", "1e3"]])],
    ["one price twice", level([["0.4", "1"], ["0.40", "2"]])],
    ["a number for a price", { ...bookFrame(), asks: [{ price: 0.4, size: "1" }] }],
    ["a level that is none", { ...bookFrame(), asks: [null] }],
    ["no asks", { ...bookFrame(), asks: undefined }],
    ["no tick", { ...bookFrame(), tick_size: undefined }],
    ["a tick of 0", bookFrame({ tick: "0" })],
    ["no time", { ...bookFrame(), timestamp: "soon" }],
    ["half a millisecond", { ...bookFrame(), timestamp: 1.5 }],
    ["no market", { ...bookFrame(), market: null }],
  ])("tells whose book cannot be read: %s", (_, frame) => {
    expect(read(frame)).toEqual([
      { kind: "unreadable", tokenId: "1", why: "its book cannot be read" },
    ]);
  });

  test("tells of which market a book or a change cannot be read that names no token", () => {
    const { asset_id: _, ...book } = bookFrame();
    const change = { ...changeFrame([]), price_changes: [{ price: "0.4" }] };
    expect(read([book, change])).toMatchObject([
      { kind: "unreadable", conditionId },
      { kind: "unreadable", conditionId },
    ]);
  });

  test.each([
    ["a side", { side: "HOLD" }],
    ["a price", { price: "1.00" }],
    ["a size", { size: "-1" }],
    ["a size that is a number", { size: 5 }],
    ["a best bid", { best_bid: "many" }],
    ["a best ask", { best_ask: 0.6 }],
  ])("spoils all changes of a token by %s, and none of the others", (_, broken) => {
    const { price_changes: [first, second], ...frame } = changeFrame([
      { level: ["0.41", "7"] },
      { tokenId: "2", level: ["0.41", "7"] },
    ]);
    const mixed = [first, second, { ...first, ...broken }];
    expect(read({ ...frame, price_changes: mixed })).toMatchObject([
      { kind: "unreadable", tokenId: "1", why: "a change cannot be read" },
      { kind: "changes", tokenId: "2" },
    ]);
  });

  test("names the tokens of changes without a time, or all books where nothing is named", () => {
    const frame = changeFrame([{ level: ["0.41", "7"] }, { tokenId: "2", level: ["0.4", "7"] }]);
    expect(read({ ...frame, timestamp: "-1" })).toMatchObject([{
      kind: "unreadable",
      conditionId,
    }]);
    expect(read({ ...frame, market: 5 })).toMatchObject([{ tokenId: "1" }, { tokenId: "2" }]);
    expect(read({ event_type: "price_change" })).toEqual([
      { kind: "unreadable", conditionId: undefined, why: "its changes cannot be read" },
    ]);
  });
});
