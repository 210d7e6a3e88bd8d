import { expect, test } from "bun:test";
import { makeBooks } from "../../app/sandbox/order_book/books.ts";
import { makeLiquidity } from "../../app/sandbox/order_book/liquidity.ts";
import { type Markets } from "../../app/sandbox/order_book/markets.ts";
import { makeLedger } from "../../app/sandbox/order_book/placed_order.ts";
import { makeWorldBooks } from "../../app/sandbox/order_book/world_book.ts";
import { NOW_MS, tokensAt, venue } from "./socket_venue.ts";

/** The world's books on a clock that runs on by a second whenever it is read. */
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

test("both sides of a book are of one second, however long it takes to read them", () => {
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
  // The prices have moved meanwhile, or else no two seconds could cross.
  expect(touches.size).toBeGreaterThan(5);
});
