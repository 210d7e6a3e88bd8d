/**
 * A schema of a PostgreSQL server with the service's tables and many rows in one of them.
 *
 * @module
 */
import { Effect, Layer, ManagedRuntime, Redacted } from "effect";
import { layerOrderStore } from "../../../adapters/postgres/order_store.ts";
import { layerMigrated } from "../../../adapters/postgres/migrate.ts";
import { Sql } from "../../../adapters/postgres/sql.ts";
import { layerSqlServer } from "../../../adapters/postgres/sql_server.ts";
import { layerTargetStore } from "../../../adapters/postgres/target_store.ts";
import type { OrderStore, TargetStore } from "../../../core/port/mod.ts";
import type { Effort } from "../effort.ts";
import type { PathCosts } from "./path_costs.ts";
import { stripTable } from "./stripped_table.ts";

/** Of a statement that fills a table, or drops it. */
const FILL_TIMEOUT_MS = 600_000;

/** The stores on one schema. */
export interface FilledStore {
  /** How many rows, or whatever else there is more and more of. */
  readonly size: number;
  readonly run: <A, E>(effect: Effect.Effect<A, E, Sql | OrderStore | TargetStore>) => Promise<A>;
  /** Drops the schema with all rows. */
  readonly drop: () => Promise<void>;
}

/** Measures paths in stores of several sizes. */
export type MeasureStores = (
  stores: ReadonlyArray<Pick<FilledStore, "size" | "run">>,
  effort: Effort,
) => Promise<ReadonlyArray<PathCosts>>;

/** What to fill a table with. */
export interface Filling {
  readonly table: string;
  /** Statements; each inserts a part of the rows. */
  readonly inserts: ReadonlyArray<string>;
}

/**
 * Fills a store for each size, one after the other, and uses them together. None is left behind.
 */
export async function withFilledStores<A>(
  databaseUrl: string,
  fillings: ReadonlyArray<{ readonly size: number; readonly filling: Filling }>,
  use: (stores: ReadonlyArray<FilledStore>) => Promise<A>,
): Promise<A> {
  const stores: Array<FilledStore> = [];
  try {
    for (const { size, filling } of fillings) {
      const store = openStore(databaseUrl, size);
      stores.push(store);
      await store.run(fill(filling));
    }
    return await use(stores);
  } finally {
    // One that cannot be dropped keeps no other.
    for (const result of await Promise.allSettled(stores.map(({ drop }) => drop()))) {
      if (result.status === "rejected") console.error(result.reason);
    }
  }
}

/** Opens a schema of its own. */
function openStore(databaseUrl: string, size: number): FilledStore {
  const schema = `bench_growth_${Math.floor(Math.random() * 1e9)}`;
  const url = Redacted.make(databaseUrl);
  const sql = layerSqlServer({ url, schema, connectionsMax: 1, timeoutMs: FILL_TIMEOUT_MS });
  const runtime = ManagedRuntime.make(
    Layer.mergeAll(layerOrderStore, layerTargetStore).pipe(Layer.provideMerge(layerMigrated(sql))),
  );
  return {
    size,
    run: runtime.runPromise,
    drop: () => runtime.runPromise(dropSchema).finally(() => runtime.dispose()),
  };
}

const dropSchema = Sql.use(({ schema, script }) => script(`drop schema "${schema}" cascade`));

/**
 * Vacuumed at the end, as a server does by itself: what a look-up reads then depends on the number
 * of rows, and not on when they were written.
 */
const fill = Effect.fnUntraced(function* ({ table, inserts }: Filling) {
  const sql = yield* Sql;
  // Nothing here has to survive a crash of the server; reads do not know the difference.
  yield* sql.script(`alter table ${table} set unlogged`);
  const putBack = yield* stripTable(table);
  for (const insert of inserts) yield* sql.script(insert);
  yield* sql.script(putBack);
  yield* sql.script(`vacuum (analyze) ${table}`);
  // Otherwise those who read later write what the filling left in memory.
  yield* Effect.ignore(sql.script("checkpoint"));
});
