/**
 * The two calendars: the grid on which the windows of each interval begin.
 *
 * @module
 */
import { type Grid } from "./grid.ts";
import { type Interval } from "./interval.ts";

/** The grid of every interval. */
export type Calendar = Readonly<Record<Interval, Grid>>;

const HOUR_SEC = 3_600;
const utc = (stepSec: number): Grid => ({ clock: "utc", stepSec, phaseSec: 0 });

/** Every interval on the UTC grid. */
export const SPEC_CALENDAR: Calendar = {
  "5min": utc(300),
  "15min": utc(900),
  "1hour": utc(HOUR_SEC),
  "4hour": utc(4 * HOUR_SEC),
  daily: utc(24 * HOUR_SEC),
};

/**
 * The primary venue's windows: 4hour at 0, 4, 8, 12, 16 and 20 o'clock US Eastern, daily from noon
 * to noon US Eastern, the rest on the UTC grid.
 *
 * Source: start times in the venue's slugs, such as `btc-updown-4h-1765861200`, which is
 * 2025-12-16 00:00 Eastern and an hour off the UTC grid.
 */
export const POLYMARKET_CALENDAR: Calendar = {
  ...SPEC_CALENDAR,
  "4hour": { clock: "us_eastern", stepSec: 4 * HOUR_SEC, phaseSec: 0 },
  daily: { clock: "us_eastern", stepSec: 24 * HOUR_SEC, phaseSec: 12 * HOUR_SEC },
};
