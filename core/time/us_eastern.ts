/**
 * US Eastern wall-clock time, by arithmetic.
 *
 * The rule since 2007 (Energy Policy Act of 2005, section 110): daylight time begins at 2:00
 * standard time on the second Sunday of March and ends at 2:00 daylight time on the first Sunday
 * of November. Supported instants start in 2009, so one rule is enough; a test compares it with the
 * system's time zone database. Effect's DateTime gives the same and takes 60 to 170 times as long:
 * 4 to 8 us for 0.05, several times for each 4hour and daily window.
 *
 * @module
 */
import { UnixSec } from "./unix.ts";

const HOUR_SEC = 3_600;
const STANDARD_OFFSET_SEC = -5 * HOUR_SEC;
const DAYLIGHT_OFFSET_SEC = -4 * HOUR_SEC;

/** Local time in New York. `month` counts from 1, `hour` from 0 to 23. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
}

/** Returns the seconds to add to UTC to get US Eastern time at this instant: -14400 or -18000. */
export function easternOffsetSec(atSec: UnixSec): number {
  const year = new Date(atSec * 1000).getUTCFullYear();
  const { beginsSec, endsSec } = daylightTimeOf(year);
  return atSec >= beginsSec && atSec < endsSec ? DAYLIGHT_OFFSET_SEC : STANDARD_OFFSET_SEC;
}

/** Returns the local time in New York at this instant. */
export function easternWallClock(atSec: UnixSec): WallClock {
  const local = new Date((atSec + easternOffsetSec(atSec)) * 1000);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
  };
}

/**
 * Returns the instant at which the wall clock reads `localSec`, counted as if the wall clock were
 * UTC.
 *
 * Callers use noon and multiples of four hours, which occur exactly once every day: the skipped or
 * repeated hour lies between 1:00 and 3:00.
 */
export function fromEasternLocal(localSec: number): UnixSec {
  const ifDaylight = UnixSec(localSec - DAYLIGHT_OFFSET_SEC);
  return easternOffsetSec(ifDaylight) === DAYLIGHT_OFFSET_SEC
    ? ifDaylight
    : UnixSec(localSec - STANDARD_OFFSET_SEC);
}

interface DaylightTime {
  readonly beginsSec: number;
  readonly endsSec: number;
}

/** A cache by year: every 4hour and daily window needs a year's two changes. */
const daylightTimes = new Map<number, DaylightTime>();

function daylightTimeOf(year: number): DaylightTime {
  const known = daylightTimes.get(year);
  if (known !== undefined) return known;
  const found = {
    beginsSec: sundayOf(year, 3, 2) + 2 * HOUR_SEC - STANDARD_OFFSET_SEC,
    endsSec: sundayOf(year, 11, 1) + 2 * HOUR_SEC - DAYLIGHT_OFFSET_SEC,
  };
  daylightTimes.set(year, found);
  return found;
}

/** Returns midnight UTC of the nth Sunday of a month, in unix seconds. */
function sundayOf(year: number, month: number, nth: number): number {
  const weekdayOfFirst = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const day = 1 + (7 - weekdayOfFirst) % 7 + (nth - 1) * 7;
  return Date.UTC(year, month - 1, day) / 1000;
}
