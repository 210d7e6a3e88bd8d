/**
 * The identity of the processes that share a schema.
 *
 * @module
 */
import { Effect } from "effect";
import { failingTo } from "./failing_to.ts";
import { Sql } from "./sql.ts";
import { theOne } from "./the_one.ts";

/** Reads the id: another database, or a schema that is created again, has another one. */
export const readFleetId = Effect.gen(function* () {
  const sql = yield* Sql;
  const rows = yield* sql.query("select id::text as id from fleet");
  const row = yield* theOne("the row of the fleet is missing")(rows);
  return String(row["id"]);
}).pipe(failingTo("read the id of the fleet"));
