/**
 * Counts requests across all replicas, and only in this process while Redis is unreachable.
 *
 * @module
 */
import { Cause, Effect } from "effect";
import type { QuotaCounter, QuotaHit } from "../adapters/process/quota_store.ts";
import type { RedisQuotaCounter } from "../adapters/redis/quota_store.ts";

/** The parts of a shared counter. */
export interface SharedQuotaCounterParts {
  readonly shared: Pick<RedisQuotaCounter, "add">;
  readonly own: Pick<QuotaCounter, "add">;
  /** Runs an effect that logs. */
  readonly log: (line: Effect.Effect<void>) => void;
}

/** A counter that always returns a count. */
export interface SharedQuotaCounter {
  readonly add: (hit: QuotaHit) => Promise<number>;
  /** Whether the last hit was counted across all replicas. */
  readonly isShared: () => boolean;
}

/**
 * Makes a counter that counts every hit in both counters and returns the greater count, which is at
 * least what this process has seen. So no caller gets a fresh quota when the shared counts are
 * lost, or when they return without the hits of the meantime.
 */
export function makeSharedQuotaCounter(
  { shared, own, log }: SharedQuotaCounterParts,
): SharedQuotaCounter {
  let isLost = false;
  return {
    isShared: () => !isLost,
    add: async (hit) => {
      const seen = own.add(hit);
      try {
        const count = await shared.add(hit);
        if (isLost) {
          isLost = false;
          log(Effect.logInfo("Counting requests with the other replicas again"));
        }
        return Math.max(seen, count);
      } catch (cause) {
        if (!isLost) {
          isLost = true;
          log(Effect.logWarning("Counting requests in this process alone", Cause.fail(cause)));
        }
        return seen;
      }
    },
  };
}
