/**
 * Writes a range and the targets in it.
 *
 * @module
 */
import type { Asset } from "../../core/market/mod.ts";
import { type TimeRange, toIso } from "../../core/time/mod.ts";
import type { RangeTarget, VenueChoice } from "../../core/use_case/mod.ts";
import { priceBody } from "./price_body.ts";
import { windowBody } from "./window_body.ts";

/** The range as it was asked for. */
export function rangeBody({ startSec, endSec }: TimeRange) {
  return { start: startSec, end: endSec, startIso: toIso(startSec), endIso: toIso(endSec) };
}

/** One item a window. */
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

/** The prices alone, of the windows that have one. */
export function timeseriesBody(history: ReturnType<typeof historyBody>) {
  return history.flatMap(({ ok, timestamp_start, price }) =>
    ok ? [{ timestamp_start, price }] : []
  );
}

/** The oracle allows 10 calls a second, and one window takes one. */
const WINDOWS_A_SEC = 8;
const RETRY_AFTER_SEC_MAX = 30;

/** When to ask again for `leftCount` things that there was no time for; nothing for none. */
export function retryAfterSec(leftCount: number): { readonly retryAfterSec?: number } {
  return leftCount === 0
    ? {}
    : { retryAfterSec: Math.min(RETRY_AFTER_SEC_MAX, Math.ceil(leftCount / WINDOWS_A_SEC)) };
}
