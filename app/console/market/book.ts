/**
 * Order books as they are answered, and what of them is drawn: their levels, and the trades of all.
 *
 * @module
 */
import type { BookTrade, OrderBook } from "../../client/typescript/wire/book.ts";

/** A level, in the text of the API. */
export interface BookLevel {
  readonly price: string;
  readonly size: string;
  /** How its size compares to the largest of both sides, above 0 and up to 1. */
  readonly part: number;
}

/** Returns the levels of a book, best first. */
export function levelsOf({ asks, bids }: Pick<OrderBook, "asks" | "bids">): {
  readonly asks: ReadonlyArray<BookLevel>;
  readonly bids: ReadonlyArray<BookLevel>;
} {
  const largest = Math.max(...[...asks, ...bids].map(([, size]) => Number(size)));
  const levelOf = ([price, size]: readonly [string, string]) => ({
    price,
    size,
    part: Number(size) / largest,
  });
  return { asks: asks.map(levelOf), bids: bids.map(levelOf) };
}

/** A trade, and the outcome that was traded. */
export interface OutcomeTrade extends BookTrade {
  readonly outcome: string;
}

const TRADES_SHOWN = 20;

/** Returns the last trades of all books, newest first. */
export function latestTrades(
  books: ReadonlyArray<Pick<OrderBook, "outcome" | "trades">>,
): ReadonlyArray<OutcomeTrade> {
  return books.flatMap(({ outcome, trades = [] }) => trades.map((trade) => ({ ...trade, outcome })))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, TRADES_SHOWN);
}
