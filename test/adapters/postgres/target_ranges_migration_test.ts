import { expect, test } from "bun:test";
import { Effect } from "effect";
import { migrate } from "../../../adapters/postgres/migrate.ts";
import { OWN_MIGRATIONS } from "../../../adapters/postgres/own_migrations.ts";
import { Sql } from "../../../adapters/postgres/sql.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/sql_embedded.ts";
import { FIND } from "../../../adapters/postgres/target_store.ts";
import { fillTable } from "./fill_table.ts";
import { layerFreshSchema, serverSkip } from "./fresh_schema.ts";
import { partitionByMonth } from "./partition_by_month.ts";

const MIGRATION = "0016_target_ranges.sql";
const DAY_SEC = 86_400;
/** 2026-09-20T00:00:00Z. */
const FIRST_SEC = 1_789_862_400;

/** A server where there is one: both make the same plans. */
const { name, layer } = serverSkip.skip === undefined
  ? { name: "PostgreSQL server", layer: layerFreshSchema }
  : {
    name: "embedded PostgreSQL",
    layer: () => layerSqlEmbedded({ dataDir: "memory://", schema: "strikeline_test" }),
  };

/** A month of three series, as a version of before has written it. */
const FILL = `
  insert into targets (asset, "interval", start_sec, price_e18, source, evidence)
  select asset, '5min', sec, sec * 1e18::numeric, 'oracle', repeat('x', 400)
  from generate_series(${FIRST_SEC}, ${FIRST_SEC + 30 * DAY_SEC - 1}, 300) as sec
    cross join unnest(array['btc', 'eth', 'sol']) as asset
  order by sec, asset
`;
const ALL = "select md5(string_agg(targets::text, ',' order by start_sec, asset)) from targets";
const KEYS = `
  select count(*)::text as count from pg_constraint
  where conrelid = 'targets'::regclass and contype = 'p'
`;

const goThrough = Effect.fnUntraced(function* (prepare: Effect.Effect<void, unknown, Sql>) {
  const { query, transaction } = yield* Sql;
  yield* migrate(OWN_MIGRATIONS.filter(({ name }) => name < MIGRATION));
  yield* fillTable(FILL);
  yield* prepare;
  const before = yield* query(ALL);
  yield* migrate(OWN_MIGRATIONS);
  expect(yield* query(ALL)).toEqual(before);
  expect(yield* query(KEYS)).toEqual([{ count: "1" }]);
  const range = [FIRST_SEC + DAY_SEC, FIRST_SEC + 2 * DAY_SEC].map(String);
  const rows = yield* transaction(Effect.fnUntraced(function* (inside) {
    // What it reads instead of so small a table depends on what was vacuumed.
    yield* inside.script("set local enable_seqscan = off; set local enable_bitmapscan = off");
    return yield* inside.query(`explain ${FIND}`, ["btc", "5min", ...range]);
  }));
  return JSON.stringify(rows);
});

test.each([
  { table: "one table", prepare: Effect.void },
  { table: "a table that is partitioned by month", prepare: partitionByMonth },
])(`a range of targets is read from the index alone, in $table: ${name}`, async ({ prepare }) => {
  const plan = await Effect.runPromise(Effect.scoped(Effect.provide(goThrough(prepare), layer())));
  expect(plan).toMatch(/Index Only Scan using targets_\w*pkey1? on targets/);
  expect(plan).not.toMatch(/(Seq|Heap) Scan/);
});
