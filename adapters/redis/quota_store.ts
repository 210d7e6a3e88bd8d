/**
 * Request counts in Redis, shared by all replicas of one world.
 *
 * @module
 */
import { Effect, Layer, Redacted } from "effect";
import { QuotaStore, StoreFailed } from "../../core/port/mod.ts";
import { connectToRedis } from "./connection.ts";

/** Where to count. `world` keeps the callers of a sandbox from those of a live service. */
export interface RedisQuotaOptions {
  readonly url: Redacted.Redacted<string>;
  readonly world: string;
  /** Longest wait for a count; 250 ms unless said otherwise. */
  readonly timeoutMs?: number;
}

/** Counts without a fiber, for the edge, where it is done once a request. */
export interface RedisQuotaCounter {
  /** Adds the cost and gives the caller's count in that window. Rejects with `StoreFailed`. */
  readonly add: (hit: Parameters<QuotaStore["Service"]["add"]>[0]) => Promise<number>;
  /** Lets go of the connection, for good. */
  readonly close: () => void;
}

/** A request waits for its count, and is let through without one after so long. */
const TIMEOUT_MS = 250;
/** Replicas' clocks differ a little, and the windows of one must outlive those of another. */
const GRACE_SEC = 10;

/**
 * One command, so that no count can be left behind without an end to it. A count outlives its
 * window, in Redis' own time, since it was last added to.
 */
const ADD = "local count = redis.call('INCRBY', KEYS[1], ARGV[1]) " +
  "redis.call('EXPIRE', KEYS[1], ARGV[2]) return count";

/** Begins to connect at once; a server that is away is tried again for ever. */
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
        if (typeof count !== "number") throw new Error("a count that is no number");
        return count;
      } catch (cause) {
        throw new StoreFailed({ operation: "count a request", cause });
      }
    },
  };
}

/** The port on a counter that others may use as well. */
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
