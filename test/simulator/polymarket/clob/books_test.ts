import { expect, test } from "bun:test";
import { makeBooks } from "../../../../app/simulator/polymarket/clob/books.ts";
import { makeLiquidity } from "../../../../app/simulator/polymarket/clob/liquidity.ts";
import { type Markets } from "../../../../app/simulator/polymarket/clob/markets.ts";
import { makeLedger } from "../../../../app/simulator/polymarket/clob/placed_order.ts";
import { makeWorldBooks } from "../../../../app/simulator/polymarket/clob/world_book.ts";
import { NOW_MS, tokensAt, venue } from "./socket_venue.ts";

/** Makes the world's books on a clock that advances by a second on each reading. */
function makeHurriedBooks() {
  const world = makeWorldBooks({ venue });
  let atMs = NOW_MS;
  const nowMs = () => atMs += 1_000;
  return makeBooks({
    markets: { byToken: (tokenId) => world.levels(tokenId, nowMs()) } as Markets,
    liquidity: makeLiquidity({ worldLevels: world.levels, nowMs }),
    ledger: makeLedger(),
    lastTradeE6: () => undefined,
    nowMs,
  });
}

test("both sides of a book are of one second, however slow the reading", () => {
  const books = makeHurriedBooks();
  const [, down] = tokensAt(2);
  const touches = new Set<bigint>();
  for (let i = 0; i < 60; i++) {
    const { bids, asks } = books.book(down) ?? { bids: [], asks: [] };
    const [bid, ask] = [bids.at(-1)?.priceE6, asks.at(-1)?.priceE6];
    if (bid === undefined || ask === undefined) throw new Error("A side of the book is empty");
    expect(bid).toBeLessThan(ask);
    touches.add(bid);
  }
  // The prices have moved meanwhile; otherwise no two seconds could cross.
  expect(touches.size).toBeGreaterThan(5);
});
