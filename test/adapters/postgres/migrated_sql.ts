/**
 * Databases with the service's tables, opened once for all suites of a test file.
 *
 * @module
 */
import { afterAll, beforeAll, describe } from "bun:test";
import { Effect, Layer, ManagedRuntime } from "effect";
import { layerMigrated } from "../../../adapters/postgres/migrate.ts";
import { Sql } from "../../../adapters/postgres/sql.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/sql_embedded.ts";
import { StoreUnavailable } from "../../../adapters/postgres/store_unavailable.ts";
import { layerFreshSchema, serverSkip } from "./fresh_schema.ts";
import { withReason } from "../../skip_reason.ts";

/** One database. `skip`: why it cannot be used here. */
export interface MigratedSql {
  readonly name: string;
  readonly layer: Layer.Layer<Sql, unknown>;
  readonly skip?: string;
}

/** Runs an effect over one database and the stores on it. */
export type RunOn<Ports> = <A>(effect: Effect.Effect<A, unknown, Sql | Ports>) => Promise<A>;

const CLOSE_TIMEOUT_MS = 300_000;
const OPEN_TIMEOUT_MS = 300_000;

/** Declares tests of stores on one database; the name gives the reason if they are skipped. */
export function describeOn<Ports>(
  { layer, name, skip }: MigratedSql,
  { what, stores, tests }: {
    readonly what: string;
    readonly stores: Layer.Layer<Ports, never, Sql>;
    readonly tests: (run: RunOn<Ports>) => void;
  },
): void {
  const suite = skip === undefined ? describe : describe.skip;
  suite(withReason(`${what}: ${name}`, skip), () => {
    const runtime = ManagedRuntime.make(Layer.provideMerge(stores, layer));
    beforeAll(async () => {
      await runtime.runPromise(Sql);
    }, OPEN_TIMEOUT_MS);
    afterAll(() => runtime.dispose());
    tests((effect) => runtime.runPromise(effect));
  });
}

/** Both kinds, each opened when it is first asked for and closed when the file's tests are done. */
export function migratedSqls(): ReadonlyArray<MigratedSql> {
  const embedded = layerSqlEmbedded({ dataDir: "memory://", schema: "strikeline_test" });
  const server = layerFreshSchema().pipe(
    Layer.catch((cause) =>
      Layer.effect(Sql, Effect.fail(new StoreUnavailable({ detail: "no server", cause })))
    ),
  );
  return [
    { name: "embedded PostgreSQL", layer: openedOnce(layerMigrated(embedded)) },
    { name: "PostgreSQL server", layer: openedOnce(layerMigrated(server)), ...serverSkip },
  ];
}

function openedOnce(layer: Layer.Layer<Sql, unknown>): Layer.Layer<Sql, unknown> {
  const runtime = ManagedRuntime.make(layer);
  afterAll(() => runtime.dispose(), CLOSE_TIMEOUT_MS);
  return Layer.effect(
    Sql,
    Effect.tryPromise({ try: () => runtime.runPromise(Sql), catch: (cause) => cause }),
  );
}
