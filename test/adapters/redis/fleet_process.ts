/**
 * A replica that works until it is killed, and publishes so all the time.
 *
 * `REDIS_URL=... bun fleet_process.ts <fleet>` prints `working` once it does.
 *
 * @module
 */
import { Effect, Redacted } from "effect";
import { layerRedisFleet } from "../../../adapters/redis/fleet.ts";
import { Leases, News } from "../../../core/port/mod.ts";

const [fleet = ""] = Bun.argv.slice(2);
const { REDIS_URL = "" } = Bun.env;

const program = Effect.gen(function* () {
  const [leases, news] = [yield* Leases, yield* News];
  const work = Effect.gen(function* () {
    console.log("working");
    for (let revision = 1;; revision++) {
      news.publish("targets", { kind: "games", revision }, "work");
      yield* Effect.sleep("10 millis");
    }
  });
  return yield* leases.whileHeld("work", work);
});

await Effect.runPromise(
  Effect.provide(program, layerRedisFleet({ url: Redacted.make(REDIS_URL), fleet })),
);
