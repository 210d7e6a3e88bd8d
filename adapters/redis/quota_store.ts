/**
 * Request counts in Redis, shared by all replicas, and in this process alone while Redis is
 * unreachable.
 *
 * @module
 */
import { Effect, Redacted } from "effect";
import type { QuotaHit } from "../../core/access/mod.ts";
import type { QuotaStore } from "../../core/port/quota_store.ts";
import { StoreFailed } from "../../core/port/store_failure.ts";
import { MACHINE_TIMERS, type Timers } from "../outbound/mod.ts";
import { connectToRedis } from "./connection.ts";

/** Where to count. `world` separates the callers of a sandbox from those of a live service. */
export interface RedisQuotaOptions {
  readonly url: Redacted.Redacted<string>;
  readonly world: string;
  /** The time limit of a count; defaults to 250 ms. */
  readonly timeoutMs?: number;
  /** Default: the machine's. */
  readonly timers?: Timers;
}

/** Counts in Redis alone. */
export interface RedisCounts {
  /** The server's host and port. */
  readonly host: string;
  /** Adds the cost and returns the caller's count in that window. */
  readonly add: (hit: QuotaHit) => Effect.Effect<number, StoreFailed>;
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
export function makeRedisCounts(
  { url, world, timeoutMs = TIMEOUT_MS, timers = MACHINE_TIMERS }: RedisQuotaOptions,
): RedisCounts {
  const connection = connectToRedis({ url: Redacted.value(url), timeoutMs, timers });
  return {
    // Never the URL, which may have a password.
    host: new URL(Redacted.value(url)).host,
    close: connection.close,
    add: ({ caller, windowStartSec, windowSec, cost }) =>
      Effect.tryPromise({
        try: async () => {
          const key = `{strikeline:quota:${world}}:${windowSec}:${windowStartSec}:${caller}`;
          const expirySec = windowSec + GRACE_SEC;
          const parameters = [ADD, "1", key, String(cost), String(expirySec)];
          const count = await connection.send("EVAL", parameters);
          if (typeof count !== "number") throw new Error("the count is not a number");
          return count;
        },
        catch: (cause) => new StoreFailed({ operation: "count a request", cause }),
      }),
  };
}

/** Where a hit is counted: across all replicas, and in this process. */
export interface RedisQuotaParts {
  readonly shared: Pick<RedisCounts, "add" | "host">;
  readonly own: { readonly add: (hit: QuotaHit) => number };
}

/** The port, which always finds a count. */
export interface RedisQuotaStore {
  readonly kind: QuotaStore["Service"]["kind"];
  readonly add: (hit: QuotaHit) => Effect.Effect<number>;
}

/**
 * Makes a store that counts every hit in both and returns the greater count, which is at least what
 * this process has seen. So no caller gets a fresh quota when the shared counts are lost, or when
 * they return without the hits of the meantime. One line is logged at each change.
 */
export function makeRedisQuotaStore({ shared, own }: RedisQuotaParts): RedisQuotaStore {
  let isLost = false;
  return {
    kind: Effect.sync(() => isLost ? "memory" : "redis"),
    add: (hit) =>
      Effect.suspend(() => {
        const seen = own.add(hit);
        return Effect.matchEffect(shared.add(hit), {
          onSuccess: (count) => {
            const log = isLost
              ? Effect.logInfo("Counting requests with the other replicas again")
              : Effect.void;
            isLost = false;
            return Effect.as(log, Math.max(seen, count));
          },
          onFailure: ({ cause }) => {
            const log = isLost ? Effect.void : Effect.logWarning(
              `Counting requests in this process alone: Redis at ${shared.host} cannot be used`,
            ).pipe(Effect.annotateLogs({ reason: reasonOf(cause) }));
            isLost = true;
            return Effect.as(log, seen);
          },
        });
      }),
  };
}

/** Returns the first line of what Redis or the connection to it says. */
function reasonOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).split("\n")[0] ?? "";
}
