/**
 * The slug of a window's event on the primary venue.
 *
 * @module
 */
import { easternWallClock, twoDigits, type UnixSec } from "../time/mod.ts";
import { type Asset, factsOf } from "./asset.ts";
import { type MarketWindow } from "./window.ts";

/** Formats the slug of a window; each venue profile has one such function. */
export type SlugOf = (asset: Asset, window: MarketWindow) => string;

/**
 * Formats slugs in the shape of the interface's specification: `btc-updown-5m-<unix>` for 5min,
 * `btc-15m-2026-01-01-0015` (UTC) for every other interval.
 */
export function specSlug(asset: Asset, { interval, startSec }: MarketWindow): string {
  const short = SHORT_INTERVAL[interval];
  if (interval === "5min") return `${asset}-updown-5m-${startSec}`;
  const at = new Date(startSec * 1000);
  const day = [at.getUTCFullYear(), twoDigits(at.getUTCMonth() + 1), twoDigits(at.getUTCDate())];
  const time = twoDigits(at.getUTCHours()) + twoDigits(at.getUTCMinutes());
  return `${asset}-${short}-${day.join("-")}-${time}`;
}

const SHORT_INTERVAL = {
  "5min": "5m",
  "15min": "15m",
  "1hour": "1h",
  "4hour": "4h",
  daily: "1d",
} as const;

/**
 * Formats slugs in the shape that the venue really uses.
 *
 * `btc-updown-15m-<unix>` for 5min, 15min and 4hour;
 * `bitcoin-up-or-down-july-27-2026-5pm-et` for the hour that opens at 5pm Eastern;
 * `bitcoin-up-or-down-on-july-15-2026` for the day whose closing noon is on 15 July.
 * When daylight time ends in November, two consecutive hours open at 1am and share a slug, as they
 * do on the venue.
 */
export function polymarketSlug(asset: Asset, window: MarketWindow): string {
  switch (window.interval) {
    case "1hour":
      return hourlySlug(asset, window.startSec);
    case "daily":
      return dailySlug(asset, window.endSec);
    default:
      return `${asset}-updown-${SHORT_INTERVAL[window.interval]}-${window.startSec}`;
  }
}

/**
 * The venue added the year to its slugs in the middle of March 2026.
 *
 * Observed without it: an hour of 14 March, the day of 17 March. Observed with it: an hour of
 * 15 March, the day of 18 March.
 */
const HOURLY_YEAR_FROM_SEC = Date.UTC(2026, 2, 15) / 1000;
const DAILY_YEAR_FROM_SEC = Date.UTC(2026, 2, 18) / 1000;

function hourlySlug(asset: Asset, opensAtSec: UnixSec): string {
  const { year, month, day, hour } = easternWallClock(opensAtSec);
  const date = [MONTHS[month - 1], day, ...(opensAtSec >= HOURLY_YEAR_FROM_SEC ? [year] : [])];
  const clock = `${hour % 12 === 0 ? 12 : hour % 12}${hour < 12 ? "am" : "pm"}`;
  return `${factsOf(asset).hourlySlug}-up-or-down-${date.join("-")}-${clock}-et`;
}

function dailySlug(asset: Asset, closesAtSec: UnixSec): string {
  const { year, month, day } = easternWallClock(closesAtSec);
  const date = [MONTHS[month - 1], day, ...(closesAtSec >= DAILY_YEAR_FROM_SEC ? [year] : [])];
  return `${factsOf(asset).name.toLowerCase()}-up-or-down-on-${date.join("-")}`;
}

/** The names of the months in the venue's slugs. */
export const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
] as const;
