import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { bookHash, bookSummary } from "../../../../app/simulator/polymarket/clob/book_summary.ts";
import { type Levels } from "../../../../app/simulator/polymarket/clob/level.ts";
import { changesOf, type Frame } from "./book_reader.ts";
import { BTC, BTC_DOWN, ETH, makeVenue, RAIN, tokensAt } from "./socket_venue.ts";
import { ms } from "../../kit/support.ts";

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

  test("begins with books without earlier changes, however slow", () => {
    const { open } = makeVenue({ secPerRead: 1 });
    const client = open();
    client.subscribe([BTC, BTC_DOWN, ETH]);
    expect(client.texts).toHaveLength(1);
    expect(kindsOf(client.take())).toEqual(["book", "book", "book"]);
    // An existing subscriber first receives the earlier changes.
    client.subscribe([BTC, RAIN]);
    expect(client.texts.map((text) => text.slice(0, 1))).toEqual(["{", "["]);
  });

  test("sends no list if the client requests none", () => {
    const { open, pass } = makeVenue();
    const client = open();
    client.say({ assets_ids: [BTC], type: "MARKET", initial_dump: false });
    expect(client.texts).toEqual([]);
    pass(30);
    expect(kindsOf(client.take())).toContain("price_change");
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

  test("writes an empty side as 0 and 1", () => {
    const { open, pass, put } = makeVenue();
    const client = open();
    client.subscribe([RAIN], true);
    client.take();
    put(RAIN, { bids: [], asks: [] });
    pass(0);
    const [change, touch] = client.take();
    expect(changesOf(change as Frame)[0]).toMatchObject({ best_bid: "0", best_ask: "1" });
    expect(touch).toMatchObject({ best_bid: "0", best_ask: "1", spread: "1" });
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

  test("publishes the engine's changes immediately, and only to subscribers", async () => {
    const { open, feed, put, bookOf } = makeVenue();
    const [client, other] = [open(), open()];
    client.subscribe([RAIN]);
    other.subscribe([ETH]);
    client.take();
    other.take();
    const { conditionId } = bookOf(RAIN);
    put(RAIN, LEVELS);
    feed.publish({ kind: "changes", conditionId });
    await Promise.resolve();
    const [frame, ...more] = client.take();
    expect(more).toEqual([]);
    expect(changesOf(frame as Frame)).toContainEqual({
      asset_id: RAIN,
      price: "0.4",
      size: "12.5",
      side: "BUY",
      hash: bookHash(bookOf(RAIN)),
      best_bid: "0.41",
      best_ask: "0.45",
    });
    put(RAIN, { ...LEVELS, bids: [] });
    feed.publish({ kind: "book", book: bookOf(RAIN) });
    await Promise.resolve();
    expect(client.take()).toEqual([{ ...bookSummary(bookOf(RAIN)), event_type: "book" }]);
    expect(other.take()).toEqual([]);
  });

  test("publishes finer ticks when a price becomes extreme", () => {
    const { open, clock, bookOf, pass } = makeVenue();
    // Windows are decided near their ends.
    const nearEndMs = ms("2026-11-20T12:04:00Z");
    let seen = 0;
    for (let slot = 1; slot <= 31; slot += 5) {
      clock.set(nearEndMs);
      const [token] = tokensAt(slot, nearEndMs);
      const client = open();
      client.subscribe([token]);
      let tick = bookOf(token).tickE6;
      client.take();
      for (let sec = 0; sec < 59; sec++) {
        pass(1);
        const now = bookOf(token).tickE6;
        const published = client.take().filter(({ event_type }) =>
          event_type === "tick_size_change"
        );
        expect(published).toEqual(
          now === tick ? [] : [{
            market: bookOf(token).conditionId,
            asset_id: token,
            old_tick_size: tick === 10_000n ? "0.01" : "0.001",
            new_tick_size: now === 10_000n ? "0.01" : "0.001",
            timestamp: String(clock.nowMs()),
            event_type: "tick_size_change",
          }],
        );
        if (now !== tick) seen++;
        tick = now;
      }
      client.end();
    }
    expect(seen).toBeGreaterThan(0);
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

  test.each([
    "",
    "ping",
    "{",
    "[]",
    "null",
    "{}",
    '{"type":"user","assets_ids":[]}',
    '{"type":"market"}',
    '{"type":"market","assets_ids":[1]}',
    '{"type":"market","assets_ids":"1"}',
    '{"operation":"list","assets_ids":[]}',
  ])("%j is no operation, and the socket lives on", (text) => {
    const { open } = makeVenue();
    const client = open();
    client.text(text);
    expect(client.texts).toEqual(["INVALID OPERATION"]);
    client.text("PING");
    expect(client.texts).toEqual(["INVALID OPERATION", "PONG"]);
    expect(client.closes).toEqual([]);
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
