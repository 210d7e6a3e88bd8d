/**
 * The ticker that a market of 15 minutes should have: a first guess, which the answer confirms.
 *
 * In the hour that comes twice in autumn two markets would have the same one.
 *
 * @module
 */
import { easternOffsetSec, twoDigits, type UnixSec } from "../../core/time/mod.ts";
import { MONTHS } from "./event_ticker.ts";

/** Returns such as `KXBTC15M-26SEP080345-45`, by the Eastern wall clock of the close. */
export function tickerOf(series: string, closeSec: UnixSec): string {
  const local = new Date((closeSec + easternOffsetSec(closeSec)) * 1000);
  const minute = twoDigits(local.getUTCMinutes());
  const day = twoDigits(local.getUTCFullYear() % 100) + (MONTHS[local.getUTCMonth()] ?? "") +
    twoDigits(local.getUTCDate());
  return `${series}-${day}${twoDigits(local.getUTCHours())}${minute}-${minute}`;
}
