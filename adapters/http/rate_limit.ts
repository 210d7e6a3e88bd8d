/**
 * Counts requests and says when a caller has had enough for now.
 *
 * @module
 */
import {
  type Quota,
  type QuotaState,
  quotaState,
  quotaWindowStart,
} from "../../core/access/mod.ts";
import { type Refusal } from "./refusal.ts";

/** One request to count. */
export interface Hit {
  readonly caller: string;
  readonly windowStartSec: number;
  readonly windowSec: number;
  readonly cost: number;
}

/**
 * Adds a hit and gives the caller's new count. A counter in memory answers at once; one that is
 * elsewhere gives a promise, and a throw or a rejection lets the request through.
 */
export type CountHit = (hit: Hit) => number | Promise<number>;

/** The hit a request of this caller makes now. */
export function makeHit(quota: Quota, caller: string, nowMs: number): Hit {
  const windowStartSec = quotaWindowStart(quota, nowMs);
  return { caller, windowStartSec, windowSec: quota.windowSec, cost: 1 };
}

/** Where the caller stands after a hit. */
export function stateAfter(quota: Quota, hit: Hit, used: number): QuotaState {
  return quotaState(quota, used, hit.windowStartSec);
}

/** What a caller past its quota is told. */
export function tooManyRequests({ limit, resetSec }: QuotaState, nowMs: number): Refusal {
  const retryAfterSec = Math.max(1, Math.ceil(resetSec - nowMs / 1000));
  return {
    status: 429,
    error: `Cannot answer more than ${limit} requests of one caller in one window`,
    hint: `Try again in ${retryAfterSec} s`,
    retryAfterSec,
  };
}
