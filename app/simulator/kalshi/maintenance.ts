/**
 * The hours in which Kalshi's crypto markets rest.
 *
 * @module
 */
import { DAY_SEC, easternOffsetSec, UnixSec } from "../../../core/time/mod.ts";

const HOUR_SEC = 3_600;
const BEGINS_SEC = 3 * HOUR_SEC;
const ENDS_SEC = 5 * HOUR_SEC;

/** Returns whether an instant is on a Thursday between 3:00 and 5:00 in New York. */
export function isMaintained(sec: number): boolean {
  // The first of January 1970 was a Thursday.
  const weekSec = (sec + easternOffsetSec(UnixSec(sec))) % (7 * DAY_SEC);
  return weekSec >= BEGINS_SEC && weekSec < ENDS_SEC;
}
