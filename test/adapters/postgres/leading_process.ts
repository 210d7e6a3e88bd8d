/**
 * A process that leads until it is killed.
 *
 * `bun leading_process.ts <url> <schema>` prints `leading` or `following`, and stays.
 *
 * @module
 */
import { Effect, Layer, Redacted } from "effect";
import { layerLeadership } from "../../../adapters/postgres/leadership.ts";
import { layerSqlServer } from "../../../adapters/postgres/sql_server.ts";
import { Leadership } from "../../../core/port/mod.ts";

const [url = "", schema = ""] = Bun.argv.slice(2);
const sql = layerSqlServer({ url: Redacted.make(url), schema, connectionsMax: 2 });

const lead = Effect.gen(function* () {
  const leadership = yield* Leadership;
  process.stdout.write((yield* leadership.isLeading) ? "leading\n" : "following\n");
  return yield* Effect.never;
});

await Effect.runPromise(Effect.provide(lead, Layer.provide(layerLeadership, sql)));
