/**
 * The pace of calls to the site, for the whole process.
 *
 * Source: measurements by others. The site refuses calls early and publishes no limit.
 *
 * @module
 */
import { Result } from "effect";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";

/** From the end of a call to the start of the next, on the service's clock. */
const GAP_MS = 5_000;
/** After a refused call, unless the site asks for more. */
const TURNED_AWAY_SEC_MIN = 30;
/** The longest pause before the site is tried again, even if it asks for more. */
const TURNED_AWAY_SEC_MAX = 3_600;

/** Decides when to call. One call runs at a time. */
export interface SitePace {
  /** Returns how long no call may start, in milliseconds; zero or less if one may. */
  readonly waitMs: (nowMs: number) => number;
  /** Records the result of a call. */
  readonly ended: (result: Result.Result<unknown, ProviderFailed>, nowMs: number) => void;
}

/** The first call may start immediately. */
export function makeSitePace(): SitePace {
  let freeAtMs = -Infinity;
  return {
    waitMs: (nowMs) => freeAtMs - nowMs,
    ended: (result, nowMs) => {
      freeAtMs = nowMs + GAP_MS;
      if (Result.isSuccess(result) || result.failure.reason !== "limited") return;
      const askedSec = result.failure.retryAfterSec ?? 0;
      const waitSec = Math.min(Math.max(askedSec, TURNED_AWAY_SEC_MIN), TURNED_AWAY_SEC_MAX);
      freeAtMs = nowMs + waitSec * 1000;
    },
  };
}
