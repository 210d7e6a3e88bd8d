/**
 * The pace at which the site takes calls, all of this process together.
 *
 * Source: what others found it to take. It refuses soon and publishes no limit.
 *
 * @module
 */
import { Result } from "effect";
import type { ProviderFailed } from "../../../core/port/mod.ts";

/** From the end of a call to the beginning of the next, on the service's clock. */
const GAP_MS = 5_000;
/** After a call that was turned away, unless the site asks for more. */
const TURNED_AWAY_SEC_MIN = 30;
/** Asked for a longer pause, we still look whether the site will answer us again. */
const TURNED_AWAY_SEC_MAX = 3_600;

/** Says when to call. There is one call at a time. */
export interface SitePace {
  /** How long no call may begin; zero or less when one may. */
  readonly waitMs: (nowMs: number) => number;
  /** A call has ended like this. */
  readonly ended: (result: Result.Result<unknown, ProviderFailed>, nowMs: number) => void;
}

/** The first call may begin at once. */
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
