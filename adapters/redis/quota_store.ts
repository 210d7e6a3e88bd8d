/**
 * Request counts in Redis, shared by all replicas.
 *
 * @module
 */
import { Effect, Layer, Redacted } from "effect";
import { QuotaStore, StoreFailed } from "../../core/port/mod.ts";
import { connectToRedis } from "./connection.ts";

/** Where to count. `world` separates the callers of a sandbox from those of a live service. */
export interface RedisQuotaOptions {
  readonly url: Redacted.Redacted<string>;
  readonly world: string;
  /** The time limit of a count; defaults to 250 ms. */
  readonly timeoutMs?: number;
}

/** Counts without a fiber, for the HTTP pipeline, which counts every request. */
export interface RedisQuotaCounter {
  /** Adds the cost and returns the caller's count in that window. Rejects with `StoreFailed`. */
  readonly add: (hit: Parameters<QuotaStore["Service"]["add"]>[0]) => Promise<number>;
  /** Closes the connection permanently. */
  readonly close: () => void;
}

/** How long a request waits for its count before it is let through uncounted. */
const TIMEOUT_MS = 250;
/** Replicas' clocks differ slightly, so that a window must outlive its end on one clock. */
const GRACE_SEC = 10;

/**
 * One command, so that no count is left without an expiry. A count expires, in Redis' own time, its
 * window's length plus {@linkcode GRACE_SEC} after its last change.
 */
const ADD = "local count = redis.call('INCRBY', KEYS[1], ARGV[1]) " +
  "redis.call('EXPIRE', KEYS[1], ARGV[2]) return count";

/** Starts to connect; an unreachable server is retried without end. */
export function makeRedisQuotaCounter(
  { url, world, timeoutMs = TIMEOUT_MS }: RedisQuotaOptions,
): RedisQuotaCounter {
  const connection = connectToRedis({ url: Redacted.value(url), timeoutMs });
  return {
    close: connection.close,
    add: async ({ caller, windowStartSec, windowSec, cost }) => {
      const key = `strikeline:quota:${world}:${windowSec}:${windowStartSec}:${caller}`;
      const expirySec = windowSec + GRACE_SEC;
      try {
        const parameters = [ADD, "1", key, String(cost), String(expirySec)];
        const count = await connection.send("EVAL", parameters);
        if (typeof count !== "number") throw new Error("the count is not a number");
        return count;
      } catch (cause) {
        throw new StoreFailed({ operation: "count a request", cause });
      }
    },
  };
}

/** Provides the port on a counter that may also be used elsewhere. */
export function layerRedisQuotaStore(counter: RedisQuotaCounter): Layer.Layer<QuotaStore> {
  return Layer.succeed(QuotaStore, {
    kind: Effect.succeed("redis" as const),
    add: (hit) =>
      Effect.tryPromise({
        try: () => counter.add(hit),
        catch: (cause) => cause as StoreFailed,
      }),
  });
}
