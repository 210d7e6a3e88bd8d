/**
 * The tables of a store, as its catalog describes them.
 *
 * @module
 */
import { Effect } from "effect";
import type { Queries } from "./sql.ts";

/** A table and its columns. Names are quoted where SQL needs it. */
export interface StoredTable {
  /** Its name as it is. */
  readonly name: string;
  /** Its name in statements. */
  readonly quoted: string;
  /** The columns in statements, by comma. */
  readonly columns: string;
  /** The columns whose values the database counts. */
  readonly counted: ReadonlyArray<string>;
  /** The names of the tables that its rows refer to. */
  readonly refersTo: ReadonlyArray<string>;
}

/**
 * Tables that belong to no backup: a restored store has gone through its own migrations, no process
 * leads it yet, and its processes are another fleet. A copy revives no session and no link to sign
 * in with: whoever holds one may have been shut out since. What only counts is left out too, and so
 * are the keys of requests in progress.
 */
const OF_THE_STORE_ITSELF: ReadonlySet<string> = new Set([
  "migrations",
  "leases",
  "fleet",
  "sessions",
  "sign_in_links",
  "sign_in_failures",
  "key_usage",
  "idempotency_reservations",
]);

const TABLES = `
  select tables.relname as name, quote_ident(tables.relname) as quoted,
    (
      select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = tables.oid and attnum > 0 and not attisdropped
    ) as columns,
    (
      select coalesce(json_agg(attname order by attnum), '[]')::text from pg_attribute
      where attrelid = tables.oid and attidentity <> ''
    ) as counted,
    (
      select coalesce(json_agg(distinct other.relname), '[]')::text
      from pg_constraint join pg_class other on other.oid = confrelid
      where conrelid = tables.oid and contype = 'f' and confrelid <> conrelid
    ) as refers_to
  from pg_class tables
  where tables.relnamespace = to_regnamespace($1) and tables.relkind in ('r', 'p')
    and not tables.relispartition
  order by tables.relname collate "C"
`;

/** Returns what a backup has of a schema: a table comes after those that its rows refer to. */
export const storedTables = Effect.fnUntraced(function* (inside: Queries, schema: string) {
  const tables = yield* allTables(inside, schema);
  return referredFirst(tables.filter(({ name }) => !OF_THE_STORE_ITSELF.has(name)));
});

/** Returns every table of a schema, by name; one that is partitioned as a whole. */
export const allTables = Effect.fnUntraced(function* (inside: Queries, schema: string) {
  const rows = yield* inside.query(TABLES, [`"${schema}"`]);
  return rows.map((row): StoredTable => ({
    name: String(row["name"]),
    quoted: String(row["quoted"]),
    columns: String(row["columns"]),
    counted: JSON.parse(String(row["counted"])) as ReadonlyArray<string>,
    refersTo: JSON.parse(String(row["refers_to"])) as ReadonlyArray<string>,
  }));
});

/** Rows that a migration wrote itself, and no user: those that do not fulfil the condition. */
const OWN_ROWS: ReadonlyMap<string, string> = new Map([["games_head", "where revision > 0"]]);

/** Whether any table has a row that is not a migration's own. */
export const hasRows = Effect.fnUntraced(function* (
  inside: Queries,
  tables: ReadonlyArray<StoredTable>,
) {
  for (const { name, quoted } of tables) {
    const text = `select 1 from ${quoted} ${OWN_ROWS.get(name) ?? ""} limit 1`;
    if ((yield* inside.query(text)).length > 0) return true;
  }
  return false;
});

/** Orders tables. No migration makes two that refer to each other. */
function referredFirst(tables: ReadonlyArray<StoredTable>): ReadonlyArray<StoredTable> {
  const ordered: Array<StoredTable> = [];
  const names = new Set<string>();
  for (let left = [...tables]; left.length > 0;) {
    const ready = left.filter(({ refersTo }) => refersTo.every((name) => names.has(name)));
    if (ready.length === 0) throw new Error("tables refer to each other in a circle");
    ordered.push(...ready);
    for (const { name } of ready) names.add(name);
    left = left.filter(({ name }) => !names.has(name));
  }
  return ordered;
}
