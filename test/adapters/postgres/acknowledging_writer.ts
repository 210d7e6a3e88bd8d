/**
 * A process that stores targets in an embedded store, prints which are stored, and is then killed.
 *
 * `bun acknowledging_writer.ts <dataDir>` prints one window start a line; `<dataDir> hold` only
 * opens the store, prints `open` and keeps it open.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { layerMigrated } from "../../../adapters/postgres/migrate.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/sql_embedded.ts";
import { layerTargetStore } from "../../../adapters/postgres/target_store.ts";
import { TargetStore } from "../../../core/port/mod.ts";
import { targetAt } from "../../contract/target_store_contract.ts";

const [dataDir = "", mode] = Bun.argv.slice(2);
const sql = layerMigrated(layerSqlEmbedded({ dataDir, schema: "strikeline" }));

const write = Effect.gen(function* () {
  const store = yield* TargetStore;
  if (mode === "hold") {
    process.stdout.write("open\n");
    return yield* Effect.never;
  }
  for (let startSec = 300;; startSec += 300) {
    yield* store.put([targetAt(startSec, BigInt(startSec), "f".repeat(1_500))]);
    process.stdout.write(`${startSec}\n`);
  }
});

await Effect.runPromise(Effect.provide(write, Layer.provide(layerTargetStore, sql)));
