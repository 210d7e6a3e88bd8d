/** Partitions the targets of a store as the guide tells operators to. @module */
import { Effect } from "effect";
import { Sql } from "../../../adapters/postgres/engine/sql.ts";

/** Runs the statements of the guide in the schema of the test. */
export const partitionByMonth = Effect.gen(function* () {
  const sql = yield* Sql;
  const guide = yield* Effect.promise(() =>
    Bun.file("adapters/http/document/guide/operations.md").text()
  );
  const [, statements = ""] = /```sql\n([^]*?)```/.exec(guide) ?? [];
  yield* sql.script(statements.replace("to strikeline;", `to "${sql.schema}";`));
});
