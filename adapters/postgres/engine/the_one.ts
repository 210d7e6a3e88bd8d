/**
 * Unwraps the one row that a statement must have found.
 *
 * @module
 */
import { Effect } from "effect";
import { type SqlRow } from "./sql.ts";

/** Takes the first row. Fails with `reason`, for the log, where there is none. */
export function theOne(reason: string) {
  return ([row]: ReadonlyArray<SqlRow>): Effect.Effect<SqlRow, Error> =>
    row === undefined ? Effect.fail(new Error(reason)) : Effect.succeed(row);
}
