import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { bookHash, bookSummary } from "../../../../app/simulator/polymarket/clob/book_summary.ts";
import { type Levels } from "../../../../app/simulator/polymarket/clob/level.ts";
import { changesOf, type Frame } from "./book_reader.ts";
import { BTC, BTC_DOWN, ETH, makeVenue } from "./socket_venue.ts";

const kindsOf = (frames: ReadonlyArray<Frame>) => frames.map(({ event_type }) => event_type);
const LEVELS: Levels = {
  bids: [{ priceE6: 400_000n, sizeE6: 12_500_000n }, { priceE6: 410_000n, sizeE6: 7_000_000n }],
  asks: [{ priceE6: 450_000n, sizeE6: 100_000_000n }],
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe("a socket of the market", () => {
  test("begins with a list of the same books as REST", () => {
    const { open, bookOf, clock } = makeVenue();
    open().subscribe([BTC]);
    // Between two readings of the world.
    clock.set(clock.nowMs() + 5_000);
    const client = open();
    client.subscribe([BTC, "12345", ETH, BTC]);
    expect(client.texts).toHaveLength(1);
    expect(client.texts[0]).toStartWith("[");
    expect(client.take()).toEqual([BTC, ETH].map((tokenId) => ({
      ...bookSummary(bookOf(tokenId)),
      event_type: "book",
    })));
    client.subscribe(["12345"]);
    expect(client.texts).toEqual(["[]"]);
  });

  test("publishes the world's changes in one frame for both outcomes, with best prices", () => {
    const { open, pass, bookOf, clock } = makeVenue();
    const client = open();
    client.subscribe([BTC]);
    client.take();
    pass(30);
    const frames = client.take();
    expect(kindsOf(frames)).toEqual(["price_change"]);
    const [frame = { event_type: "" }] = frames;
    expect(frame).toMatchObject({
      market: bookOf(BTC).conditionId,
      timestamp: String(clock.nowMs()),
    });
    const changes = changesOf(frame);
    for (const tokenId of [BTC, BTC_DOWN]) {
      const book = bookOf(tokenId);
      const ours = changes.filter(({ asset_id }) => asset_id === tokenId);
      expect(ours.some(({ size }) => size === "0")).toBe(true);
      expect(new Set(ours.map(({ best_bid }) => best_bid)))
        .toEqual(new Set([bookSummary(book).bids.at(-1)?.price ?? ""]));
      expect(new Set(ours.map(({ best_ask }) => best_ask)))
        .toEqual(new Set([bookSummary(book).asks.at(-1)?.price ?? ""]));
      expect(new Set(ours.map(({ hash }) => hash))).toEqual(new Set([bookHash(book)]));
    }
    expect(changes).toHaveLength(
      2 * changes.filter(({ asset_id }) => asset_id === BTC).length,
    );
    pass(0);
    expect(client.take()).toEqual([]);
  });

  test("publishes a trade, and then whole books", async () => {
    const { open, feed, put, bookOf, clock } = makeVenue();
    const [client, other] = [open(), open()];
    client.subscribe([BTC]);
    other.subscribe([BTC_DOWN]);
    client.take();
    other.take();
    const { conditionId } = bookOf(BTC);
    const trade = {
      kind: "trade",
      tokenId: BTC,
      conditionId,
      priceE6: 450_000n,
      sizeE6: 12_340_000n,
      side: "BUY",
      feeRateBps: 0,
      timestampMs: clock.nowMs(),
    } as const;
    feed.publish(trade);
    // The levels may change after the trade is published, in the same step.
    put(BTC, LEVELS);
    feed.publish({ kind: "changes", conditionId });
    await Promise.resolve();
    expect(client.take()).toEqual([
      {
        market: conditionId,
        asset_id: BTC,
        price: "0.45",
        size: "12.34",
        fee_rate_bps: "0",
        side: "BUY",
        timestamp: String(clock.nowMs()),
        event_type: "last_trade_price",
      },
      { ...bookSummary(bookOf(BTC)), event_type: "book" },
    ]);
    expect(other.take()).toEqual([{ ...bookSummary(bookOf(BTC_DOWN)), event_type: "book" }]);
    feed.publish({ ...trade, conditionId: "0x0" });
    await Promise.resolve();
    expect(client.take()).toEqual([]);
  });

  test("tells those who asked for it of a market's resolution, once", () => {
    const { open, pass, books } = makeVenue();
    const [custom, plain] = [open(), open()];
    custom.subscribe([BTC], true);
    plain.subscribe([BTC]);
    // The window ends in 100 s, and is closed some time later.
    for (let i = 0; i < 60; i++) pass(10);
    const resolved = (frames: ReadonlyArray<Frame>) =>
      frames.filter(({ event_type }) => event_type === "market_resolved");
    const { conditionId, tokenIds, outcomes, winnerIndex } = books.market(BTC)!;
    const at = winnerIndex === 0 ? 0 : 1;
    expect(resolved(custom.take())).toEqual([{
      market: conditionId,
      assets_ids: tokenIds,
      winning_asset_id: tokenIds[at],
      winning_outcome: outcomes[at],
      timestamp: expect.stringMatching(/^1795176\d{6}$/),
      event_type: "market_resolved",
    }]);
    expect(resolved(plain.take())).toEqual([]);
    const late = open();
    late.subscribe([BTC], true);
    pass(10);
    expect(resolved(late.take())).toEqual([]);
  });

  test("stops on request, and reads nothing without subscribers", () => {
    const { open, pass } = makeVenue();
    const [client, other] = [open(), open()];
    client.subscribe([BTC, ETH]);
    other.subscribe([ETH]);
    client.take();
    client.say({ operation: "unsubscribe", assets_ids: [BTC] });
    expect(client.texts).toEqual([]);
    pass(30);
    expect(new Set(client.take().map(({ market }) => market)).size).toBe(1);
    client.say({ operation: "subscribe", assets_ids: [BTC] });
    expect(kindsOf(client.take())).toEqual(["book"]);
    client.end();
    other.take();
    pass(30);
    expect(client.texts).toEqual([]);
    expect(kindsOf(other.take())).toEqual(["price_change"]);
    other.end();
    expect(jest.getTimerCount()).toBe(0);
  });

  test("closes a client that sends no ping for twenty seconds", () => {
    const { open } = makeVenue();
    const client = open();
    client.subscribe([BTC]);
    for (let i = 0; i < 5; i++) {
      jest.advanceTimersByTime(19_999);
      expect(client.closes).toEqual([]);
      client.text("PING");
    }
    expect(client.texts.filter((text) => text === "PONG")).toHaveLength(5);
    jest.advanceTimersByTime(20_000);
    expect(client.closes).toEqual([1008]);
  });
});
