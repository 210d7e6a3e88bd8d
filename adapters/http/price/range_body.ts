/**
 * Writes a range and the targets in it.
 *
 * @module
 */
import type { Asset } from "../../../core/market/mod.ts";
import { type TimeRange, toIso } from "../../../core/time/mod.ts";
import type { RangeTarget, VenueChoice } from "../../../core/use_case/mod.ts";
import { priceBody } from "./price_body.ts";
import { windowBody } from "./window_body.ts";

/** Returns the requested range. */
export function rangeBody({ startSec, endSec }: TimeRange) {
  return { start: startSec, end: endSec, startIso: toIso(startSec), endIso: toIso(endSec) };
}

/** Returns one item per window. */
export function historyBody(
  venue: VenueChoice,
  asset: Asset,
  targets: ReadonlyArray<RangeTarget>,
) {
  return targets.map(({ window, result }) => ({
    ...windowBody(venue, asset, window),
    ...priceBody(window.interval, result),
  }));
}

/** Returns only the prices of the windows that have one. */
export function timeseriesBody(history: ReturnType<typeof historyBody>) {
  return history.flatMap(({ ok, timestamp_start, price }) =>
    ok ? [{ timestamp_start, price }] : []
  );
}

/** The oracle allows 10 calls a second, and one window takes one call; this leaves a margin. */
const WINDOWS_A_SEC = 8;
const RETRY_AFTER_SEC_MAX = 30;

/** Returns when to retry for `leftCount` items that there was no time for; empty for none. */
export function retryAfterSec(leftCount: number): { readonly retryAfterSec?: number } {
  return leftCount === 0
    ? {}
    : { retryAfterSec: Math.min(RETRY_AFTER_SEC_MAX, Math.ceil(leftCount / WINDOWS_A_SEC)) };
}
