/**
 * Asks the public API for the order books of a market's outcomes.
 *
 * @module
 */
import { publicApi } from "../service/api.ts";
import type { OrderBook } from "../../client/typescript/wire/book.ts";

/** The levels of each side. */
export const LEVELS = 10;

/** The last trades of each outcome. */
const TRADES = 20;

/** The outcomes of a window's market. */
export const OUTCOMES = ["Up", "Down"] as const;

/** Asks for the books of both outcomes of a window. */
export function askBooks(slug: string, signal: AbortSignal): Promise<ReadonlyArray<OrderBook>> {
  return Promise.all(
    OUTCOMES.map((outcome) =>
      publicApi.books.get({ slug, outcome, depth: LEVELS, trades: TRADES }, { signal })
    ),
  );
}
