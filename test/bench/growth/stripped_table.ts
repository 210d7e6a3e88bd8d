/**
 * A table without what makes many inserts slow.
 *
 * @module
 */
import { Effect } from "effect";
import { Sql } from "../../../adapters/postgres/sql.ts";

/** For sorting the rows of an index in memory. */
const SORT_MEMORY = "1GB";

/** All indexes but those of constraints, and the references to other tables. */
const PARTS = `
  select 'drop index ' || indexrelid::regclass as dropped, pg_get_indexdef(indexrelid) as made
  from pg_index
  where indrelid = to_regclass($1)
    and not exists (select 1 from pg_constraint where conindid = indexrelid)
  union all
  select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s',
      conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where conrelid = to_regclass($1) and contype = 'f'
`;

/** Drops them, and returns the statements that put them back. */
export const stripTable = Effect.fnUntraced(function* (table: string) {
  const sql = yield* Sql;
  const parts = yield* sql.query(PARTS, [table]);
  const joined = (column: string) => parts.map((part) => `${part[column]};`).join("\n");
  yield* sql.script(joined("dropped"));
  return `set maintenance_work_mem = '${SORT_MEMORY}';\n${joined("made")}`;
});
