/**
 * Rate limits: fixed rate windows aligned to the unix epoch.
 *
 * @module
 */
import { Option } from "effect";

/** A limit of `requests` per rate window of `windowSec` seconds. */
export interface Quota {
  readonly requests: number;
  readonly windowSec: number;
}

/** A caller's usage of its rate window. `resetSec` is the unix second at which the next begins. */
export interface QuotaState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSec: number;
  readonly isExceeded: boolean;
}

/** One request to count. `windowStartSec` identifies the rate window; a cost below 0 takes back. */
export interface QuotaHit {
  readonly caller: string;
  readonly windowStartSec: number;
  readonly windowSec: number;
  readonly cost: number;
}

/** Returns the start, in unix seconds, of the rate window that contains an instant. */
export function quotaWindowStart(quota: Quota, nowMs: number): number {
  const nowSec = Math.floor(nowMs / 1000);
  return nowSec - nowSec % quota.windowSec;
}

/** Returns the hit that a request of this caller makes now. */
export function quotaHit(quota: Quota, caller: string, nowMs: number): QuotaHit {
  const windowStartSec = quotaWindowStart(quota, nowMs);
  return { caller, windowStartSec, windowSec: quota.windowSec, cost: 1 };
}

/** Returns the state to report after `used` requests in this rate window, this one included. */
export function quotaState(quota: Quota, used: number, windowStartSec: number): QuotaState {
  return {
    limit: quota.requests,
    remaining: Math.max(0, quota.requests - used),
    resetSec: windowStartSec + quota.windowSec,
    isExceeded: used > quota.requests,
  };
}

/**
 * Parses `120/60`: 120 requests per rate window of 60 seconds. `0` turns the limit off.
 *
 * The outer option is none for any other text; the inner one is none for "off".
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
