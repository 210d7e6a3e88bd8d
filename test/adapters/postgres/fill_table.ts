/**
 * Statements that fill tables, which may take longer than any statement of the service.
 *
 * @module
 */
import { Effect } from "effect";
import {
  type Queries,
  Sql,
  type SqlFailed,
  type SqlParameter,
} from "../../../adapters/postgres/sql.ts";

/** A busy machine takes a multiple of what an idle one does. */
const FILL_TIMEOUT_MS = 300_000;

/** Runs a statement past the limits of the service, which are the server's and the connection's. */
export function fillTable(
  text: string,
  parameters: ReadonlyArray<SqlParameter> = [],
): Effect.Effect<void, SqlFailed, Sql> {
  return Sql.use(({ transaction }) =>
    transaction((inside) => fillInside(inside, text, parameters))
  );
}

/** The same inside of a transaction, whose later statements may take as long. */
export const fillInside = Effect.fnUntraced(function* (
  inside: Queries,
  text: string,
  parameters: ReadonlyArray<SqlParameter> = [],
) {
  yield* inside.script(`set local statement_timeout = ${FILL_TIMEOUT_MS}`);
  yield* inside.query(text, parameters, { timeoutMs: FILL_TIMEOUT_MS });
});
