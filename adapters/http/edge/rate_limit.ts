/**
 * Counts requests and refuses callers that exceed their quota.
 *
 * @module
 */
import {
  type Quota,
  type QuotaState,
  quotaState,
  quotaWindowStart,
} from "../../../core/access/mod.ts";
import { type Refusal } from "./refusal.ts";

/** One request to count. */
export interface Hit {
  readonly caller: string;
  readonly windowStartSec: number;
  readonly windowSec: number;
  readonly cost: number;
}

/**
 * Adds a hit and returns the caller's new count. A counter in memory returns a number; an external
 * one returns a promise. If it throws or rejects, the request is let through.
 */
export type CountHit = (hit: Hit) => number | Promise<number>;

/** Returns the hit that a request of this caller makes now. */
export function makeHit(quota: Quota, caller: string, nowMs: number): Hit {
  const windowStartSec = quotaWindowStart(quota, nowMs);
  return { caller, windowStartSec, windowSec: quota.windowSec, cost: 1 };
}

/** Returns the caller's quota after a hit. */
export function stateAfter(quota: Quota, hit: Hit, used: number): QuotaState {
  return quotaState(quota, used, hit.windowStartSec);
}

/** Returns the refusal for a caller that exceeded its quota. */
export function tooManyRequests(
  { limit, resetSec }: QuotaState,
  { windowSec, nowMs }: { readonly windowSec: number; readonly nowMs: number },
): Refusal {
  const retryAfterSec = Math.max(1, Math.ceil(resetSec - nowMs / 1000));
  return {
    status: 429,
    error: `Rate limit exceeded: ${limit} requests per ${windowSec} s`,
    hint: `Try again in ${retryAfterSec} s`,
    retryAfterSec,
  };
}
