/**
 * Changes any number of rows, a batch at a time.
 *
 * @module
 */
import { Effect } from "effect";
import type { Queries, SqlFailed, SqlParameter } from "./sql.ts";

/** How many rows a statement for {@linkcode inBatches} changes at most. */
export const BATCH_ROWS = 1_000;

/**
 * Repeats a statement until it has nothing to change. It must change {@linkcode BATCH_ROWS} rows at
 * most, and return one row for each.
 *
 * Each batch is committed by itself: others wait for its rows for milliseconds, and one that fails
 * leaves the work of those before it. A single statement over what a long absence has left to do
 * would be stopped by its time limit, and begin again from nothing.
 */
export const inBatches = Effect.fnUntraced(function* (
  { query }: Pick<Queries, "query">,
  { text, parameters = [] }: {
    readonly text: string;
    readonly parameters?: ReadonlyArray<SqlParameter>;
  },
): Effect.fn.Return<void, SqlFailed> {
  while ((yield* query(text, parameters)).length === BATCH_ROWS);
});
