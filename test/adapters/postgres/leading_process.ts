/**
 * A process that leads until it is killed, and writes a game when it is told to.
 *
 * `bun leading_process.ts <url> <schema>` prints `leading` or `following`, and stays. For each line
 * on its input it writes, and prints `written` or why not.
 *
 * @module
 */
import { Effect, Layer, Redacted, Result } from "effect";
import { layerGameStore } from "../../../adapters/postgres/game_store.ts";
import { layerLeadership } from "../../../adapters/postgres/leadership.ts";
import { layerMigrated } from "../../../adapters/postgres/migrate.ts";
import { layerSqlServer } from "../../../adapters/postgres/sql_server.ts";
import { GameStore, Leadership } from "../../../core/port/mod.ts";
import { changesOf, gameRecord } from "../../contract/game_fixture.ts";

const [url = "", schema = ""] = Bun.argv.slice(2);
const sql = layerMigrated(layerSqlServer({ url: Redacted.make(url), schema, connectionsMax: 2 }));

const lead = Effect.gen(function* () {
  const leadership = yield* Leadership;
  const store = yield* GameStore;
  console.log((yield* leadership.isLeading) ? "leading" : "following");
  const lines = console[Symbol.asyncIterator]();
  while (!(yield* Effect.promise(() => lines.next())).done) {
    const written = yield* Effect.result(store.write(changesOf({ games: [gameRecord({})] })));
    console.log(Result.isSuccess(written) ? "written" : written.failure.message);
  }
});

const stores = Layer.merge(layerLeadership, layerGameStore);
await Effect.runPromise(Effect.provide(lead, Layer.provide(stores, sql)));
