/**
 * Days and times of New York as Kalshi's tickers write them.
 *
 * @module
 */
import { easternOffsetSec, UnixSec } from "../../../core/time/mod.ts";

/** The months, three letters each. */
export const MONTHS = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC";

/** An instant's day, such as `26APR30`, and its time, such as `1235`. */
export interface EasternStamp {
  readonly year: number;
  readonly day: string;
  readonly time: string;
}

const two = (value: number) => String(value).padStart(2, "0");

/** Returns the stamp of an instant. */
export function easternStamp(sec: number): EasternStamp {
  const local = new Date((sec + easternOffsetSec(UnixSec(sec))) * 1000);
  const year = local.getUTCFullYear();
  const month = local.getUTCMonth() * 3;
  return {
    year,
    day: two(year % 100) + MONTHS.slice(month, month + 3) + two(local.getUTCDate()),
    time: two(local.getUTCHours()) + two(local.getUTCMinutes()),
  };
}
