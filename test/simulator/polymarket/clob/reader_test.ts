import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import fc from "fast-check";
import { bookSummary } from "../../../../app/simulator/polymarket/clob/book_summary.ts";
import { type Levels } from "../../../../app/simulator/polymarket/clob/level.ts";
import { makeBookReader } from "./book_reader.ts";
import { BTC, BTC_DOWN, ETH, makeVenue, RAIN } from "./socket_venue.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const TOKENS = [BTC, BTC_DOWN, ETH, RAIN];
const token = fc.constantFrom(...TOKENS);
const levels = fc.record({
  split: fc.integer({ min: 2, max: 98 }),
  bids: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 4 }),
  asks: fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { maxLength: 4 }),
  sizeE6: fc.bigInt({ min: 1n, max: 3_000_000n }),
}).map(({ split, bids, asks, sizeE6 }): Levels => {
  const side = (ticks: ReadonlyArray<number>, sign: 1 | -1) =>
    ticks.toSorted((a, b) => b - a).map((away) => split + sign * away)
      .filter((each) => each > 0 && each < 100)
      .map((each) => ({ priceE6: BigInt(each) * 10_000n, sizeE6: sizeE6 * BigInt(each) }));
  return { bids: side(bids, -1), asks: side(asks, 1) };
});
const client = fc.constantFrom(0, 1);
const deed = fc.oneof(
  fc.record({ kind: fc.constant("pass" as const), sec: fc.nat(50) }),
  fc.record({ kind: fc.constant("join" as const), client, token }),
  fc.record({ kind: fc.constant("leave" as const), client, token }),
  fc.record({
    kind: fc.constant("put" as const),
    token,
    levels,
    news: fc.constantFrom("none", "book", "changes", "trade"),
  }),
);

describe("a client that applies every frame", () => {
  test("has the same books as REST, after any sequence of events", () =>
    fc.assert(fc.asyncProperty(fc.array(deed, { maxLength: 12 }), async (deeds) => {
      const { open, pass, put, feed, books, clock } = makeVenue();
      const clients = [0, 1].map(() => ({
        socket: open(),
        reader: makeBookReader(),
        listens: new Set<string>(),
      }));
      const readAll = () => {
        for (const { socket, reader } of clients) {
          for (const text of socket.texts.splice(0)) reader.read(text);
        }
      };
      for (const each of deeds) {
        const actor = "client" in each ? clients[each.client] : undefined;
        switch (each.kind) {
          case "pass":
            pass(each.sec);
            break;
          case "join":
            actor?.socket.subscribe([each.token]);
            actor?.listens.add(each.token);
            break;
          case "leave":
            actor?.socket.say({ operation: "unsubscribe", assets_ids: [each.token] });
            actor?.listens.delete(each.token);
            readAll();
            actor?.reader.forget(each.token);
            break;
          case "put": {
            put(each.token, each.levels);
            const book = books.book(each.token);
            if (book === undefined || each.news === "none") break;
            const { conditionId, tokenId } = book;
            const timestampMs = clock.nowMs();
            if (each.news === "book") feed.publish({ kind: "book", book });
            if (each.news === "changes") {
              feed.publish({ kind: "changes", conditionId });
            }
            if (each.news !== "trade") break;
            const trade = { tokenId, conditionId, priceE6: 500_000n, sizeE6: 1n, feeRateBps: 0 };
            feed.publish({ kind: "trade", ...trade, side: "BUY", timestampMs });
          }
        }
        await Promise.resolve();
      }
      pass(0);
      readAll();
      for (const { socket } of clients) socket.end();
      expect(jest.getTimerCount()).toBe(0);
      for (const { reader, listens } of clients) {
        expect(reader.crossings()).toBe(0);
        for (const tokenId of listens) {
          const book = books.book(tokenId);
          const { bids, asks } = book === undefined ? { bids: [], asks: [] } : bookSummary(book);
          expect(reader.book(tokenId) ?? { bids: [], asks: [] }).toEqual({ bids, asks });
        }
      }
    })));
});
