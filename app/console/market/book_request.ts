/**
 * Asks the public API for the order books of a market's outcomes.
 *
 * @module
 */
import { publicApi } from "../service/api.ts";
import type { Book } from "./book.ts";

/** The levels of each side. */
export const LEVELS = 10;

/** How many of the last trades are asked for; none is without the parameter. */
const TRADES: number | undefined = undefined;

/** The outcomes of a window's market. */
export const OUTCOMES = ["Up", "Down"] as const;

/** Asks for the books of both outcomes of a window. */
export function askBooks(slug: string, signal: AbortSignal): Promise<ReadonlyArray<Book>> {
  const trades = TRADES === undefined ? {} : { trades: TRADES };
  return Promise.all(
    OUTCOMES.map((outcome) =>
      publicApi.books.get({ slug, outcome, depth: LEVELS, ...trades }, { signal })
    ),
  );
}
