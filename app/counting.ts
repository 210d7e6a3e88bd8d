/**
 * Chooses where requests are counted: in Redis for all replicas if set, else in this process.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import type { CountHit } from "../adapters/http/edge/rate_limit.ts";
import { layerProcessQuotaStore, makeQuotaCounter } from "../adapters/process/quota_store.ts";
import { makeRedisQuotaCounter } from "../adapters/redis/quota_store.ts";
import { QuotaStore } from "../core/port/mod.ts";
import type { ServiceConfig } from "./config.ts";
import { makeSharedQuotaCounter } from "./shared_quota_counter.ts";
import type { WorldName } from "./world_folder.ts";

/** A counter for the HTTP pipeline, and the port over the same counts. */
export interface Counting {
  readonly count: CountHit;
  readonly layer: Layer.Layer<QuotaStore>;
  readonly close: () => void;
}

/** Makes the counter. `log` runs an effect that logs when Redis becomes unreachable or returns. */
export function makeCounting(
  { redisUrl }: Pick<ServiceConfig, "redisUrl">,
  { world, log }: {
    readonly world: WorldName;
    readonly log: (line: Effect.Effect<void>) => void;
  },
): Counting {
  const own = makeQuotaCounter();
  if (Option.isNone(redisUrl)) {
    return { count: own.add, layer: layerProcessQuotaStore(own), close: () => {} };
  }
  const shared = makeRedisQuotaCounter({ url: redisUrl.value, world });
  const both = makeSharedQuotaCounter({ shared, own, log });
  return {
    count: both.add,
    layer: Layer.succeed(QuotaStore, {
      kind: Effect.sync(() => both.isShared() ? "redis" : "memory"),
      add: (hit) => Effect.promise(() => both.add(hit)),
    }),
    close: shared.close,
  };
}
