/**
 * The provider's start times for display, in US Eastern time.
 *
 * @module
 */
import {
  easternDay,
  easternOffsetSec,
  easternWallClock,
  twoDigits,
  type UnixSec,
} from "../../../core/time/mod.ts";
import { MONTHS } from "../kit/month.ts";
import { ordinal } from "./ordinal.ts";

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const DAYLIGHT_OFFSET_SEC = -14_400;

/** Returns UTC to the minute, without seconds: `2026-09-20T12:00Z`. */
export function utcMinute(atSec: UnixSec): string {
  return `${new Date(atSec * 1000).toISOString().slice(0, 16)}Z`;
}

/** Returns `9/17 - 9:00 PM EDT`; `9/17 - TBD` while the hour is a placeholder. */
export function shortStart(atSec: UnixSec, isConfirmed: boolean): string {
  const { month, day } = easternDay(atSec);
  return `${month}/${day} - ${isConfirmed ? timeText(atSec) : "TBD"}`;
}

/** Returns `Sat, September 17th at 9:00 PM EDT`. */
export function longStart(atSec: UnixSec, isConfirmed: boolean): string {
  const { year, month, day } = easternDay(atSec);
  const weekday = WEEKDAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()];
  const date = `${weekday}, ${MONTHS[month - 1]} ${ordinal(day)}`;
  return isConfirmed ? `${date} at ${timeText(atSec)}` : `${date} at TBD`;
}

function timeText(atSec: UnixSec): string {
  const { hour } = easternWallClock(atSec);
  const minute = twoDigits(new Date(atSec * 1000).getUTCMinutes());
  const zone = easternOffsetSec(atSec) === DAYLIGHT_OFFSET_SEC ? "EDT" : "EST";
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? "AM" : "PM"} ${zone}`;
}
