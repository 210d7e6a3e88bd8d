/**
 * Rate limits: fixed windows aligned to the epoch.
 *
 * @module
 */
import { Option } from "effect";

/** So many requests in so many seconds. */
export interface Quota {
  readonly requests: number;
  readonly windowSec: number;
}

/** Where a caller stands in its window. `resetSec` is the unix second at which the next begins. */
export interface QuotaState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSec: number;
  readonly isExceeded: boolean;
}

/** The start of the window an instant falls in. */
export function quotaWindowStart(quota: Quota, nowMs: number): number {
  const nowSec = Math.floor(nowMs / 1000);
  return nowSec - nowSec % quota.windowSec;
}

/** What a caller that has made `used` requests in this window, this one included, is told. */
export function quotaState(quota: Quota, used: number, windowStartSec: number): QuotaState {
  return {
    limit: quota.requests,
    remaining: Math.max(0, quota.requests - used),
    resetSec: windowStartSec + quota.windowSec,
    isExceeded: used > quota.requests,
  };
}

/**
 * Reads `120/60`: requests a window of seconds. `0` turns the limit off.
 *
 * The outer option is none for text that is neither; the inner one is none for "off".
 */
export function parseQuota(text: string): Option.Option<Option.Option<Quota>> {
  if (text.trim() === "0") return Option.some(Option.none());
  const [, requests, windowSec] = /^(\d{1,9})\/(\d{1,5})$/.exec(text.trim()) ?? [];
  if (requests === undefined || Number(requests) === 0 || Number(windowSec) === 0) {
    return Option.none();
  }
  return Option.some(
    Option.some({ requests: Number(requests), windowSec: Number(windowSec) }),
  );
}
