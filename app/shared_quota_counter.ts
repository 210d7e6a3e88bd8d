/**
 * Counts requests with all replicas, and in this process alone while that cannot be done.
 *
 * @module
 */
import { Cause, Effect } from "effect";
import type { QuotaCounter, QuotaHit } from "../adapters/memory/quota_store.ts";
import type { RedisQuotaCounter } from "../adapters/redis/quota_store.ts";

/** What a shared counter is made of. */
export interface SharedQuotaCounterParts {
  readonly shared: Pick<RedisQuotaCounter, "add">;
  readonly own: Pick<QuotaCounter, "add">;
  /** Runs a line of the log. */
  readonly log: (line: Effect.Effect<void>) => void;
}

/** A counter that always has a count. */
export interface SharedQuotaCounter {
  readonly add: (hit: QuotaHit) => Promise<number>;
  /** Whether the last hit was counted with all replicas. */
  readonly isShared: () => boolean;
}

/**
 * Every hit is counted in both places, and the greater count is given: it is at least what this
 * process has seen. So nobody gets a fresh quota when the shared counts are lost, nor when they
 * are back without the hits of the meantime.
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
