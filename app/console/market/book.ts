/**
 * Order books as they are answered, and what of them is drawn: their levels, and the trades of all.
 *
 * @module
 */
import type { OrderBook } from "../../client/typescript/wire/book.ts";

/** A trade of an outcome, exact decimal text. `at` is ISO 8601. */
export interface Trade {
  readonly price: string;
  readonly size: string;
  readonly side: "BUY" | "SELL";
  readonly at: string;
}

/** The book of an outcome, and where they were asked for its last trades, newest first. */
export type Book = OrderBook & { readonly trades?: ReadonlyArray<Trade> };

/** A level, in the text of the API. */
export interface BookLevel {
  readonly price: string;
  readonly size: string;
  /** How its size compares to the largest of both sides, above 0 and up to 1. */
  readonly part: number;
}

/** Returns the levels of a book, best first. */
export function levelsOf({ asks, bids }: Pick<Book, "asks" | "bids">): {
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
export interface OutcomeTrade extends Trade {
  readonly outcome: string;
}

const TRADES_SHOWN = 20;

/** Returns the last trades of all books, newest first; undefined where none was asked for. */
export function latestTrades(
  books: ReadonlyArray<Pick<Book, "outcome" | "trades">>,
): ReadonlyArray<OutcomeTrade> | undefined {
  if (!books.some(({ trades }) => trades !== undefined)) return undefined;
  return books.flatMap(({ outcome, trades = [] }) => trades.map((trade) => ({ ...trade, outcome })))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, TRADES_SHOWN);
}
