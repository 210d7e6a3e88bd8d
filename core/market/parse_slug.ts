/**
 * The window that a slug names.
 *
 * @module
 */
import { fromEasternLocal, UnixSec } from "../time/mod.ts";
import { type Asset, ASSETS, factsOf } from "./asset.ts";
import { type Interval } from "./interval.ts";
import { MONTHS } from "./slug.ts";
import { type VenueProfile } from "./venue_profile.ts";
import { type MarketWindow, windowContaining } from "./window.ts";

/** An instant in the window that a slug may name, and how it calls the asset. */
interface Reading {
  readonly name: string;
  readonly interval: Interval;
  readonly atSec: number;
}

const INTERVAL_BY_SHORT: ReadonlyMap<string, Interval> = new Map([
  ["5m", "5min"],
  ["15m", "15min"],
  ["1h", "1hour"],
  ["4h", "4hour"],
  ["1d", "daily"],
]);
/** Slugs without a year are older than March 2026, and the venue's first ones are of 2025. */
const YEARS_WITHOUT = [2026, 2025] as const;
const HOUR_SEC = 3_600;

/**
 * Returns the asset and window whose slug this is, by the profile; undefined for any other text. Of
 * two that share a slug, an hour in November or a date without a year, it is the later one from its
 * start on.
 */
export function windowOfSlug(
  { calendar, slugOf }: Pick<VenueProfile, "calendar" | "slugOf">,
  slug: string,
  nowSec: UnixSec,
): { readonly asset: Asset; readonly window: MarketWindow } | undefined {
  const fitting = readingsOf(slug).flatMap(({ name, interval, atSec }) => {
    if (!Number.isSafeInteger(atSec) || atSec < 0) return [];
    const window = windowContaining(calendar, interval, UnixSec(atSec));
    return ASSETS.filter((asset) => namesOf(asset).includes(name) && slugOf(asset, window) === slug)
      .map((asset) => ({ asset, window }));
  });
  const found = fitting.toSorted((a, b) => a.window.startSec - b.window.startSec);
  return found.findLast(({ window }) => window.startSec <= nowSec) ?? found[0];
}

function namesOf(asset: Asset): ReadonlyArray<string> {
  const { name, hourlySlug } = factsOf(asset);
  return [asset, hourlySlug, name.toLowerCase()];
}

/** Reads every shape of slug. What another profile writes is compared, and dropped, later. */
function readingsOf(slug: string): ReadonlyArray<Reading> {
  return [...readUnix(slug), ...readUtc(slug), ...readEasternHour(slug), ...readEasternDay(slug)];
}

function readUnix(slug: string): ReadonlyArray<Reading> {
  const [, name = "", short = "", sec] = /^([a-z]+)-updown-(\w+)-(\d{1,11})$/.exec(slug) ?? [];
  return reading(name, INTERVAL_BY_SHORT.get(short), Number(sec));
}

function readUtc(slug: string): ReadonlyArray<Reading> {
  const [, name = "", short = "", day, hour, minute] =
    /^([a-z]+)-(\w+)-(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})$/.exec(slug) ?? [];
  const atMs = Date.parse(`${day}T${hour}:${minute}:00Z`);
  return reading(name, INTERVAL_BY_SHORT.get(short), atMs / 1000);
}

const EASTERN_DATE = String.raw`([a-z]+)-(\d{1,2})(?:-(\d{4}))?`;
const HOURLY = new RegExp(`^([a-z]+)-up-or-down-${EASTERN_DATE}-(\\d{1,2})(am|pm)-et$`);
const DAILY = new RegExp(`^([a-z]+)-up-or-down-on-${EASTERN_DATE}$`);

function readEasternHour(slug: string): ReadonlyArray<Reading> {
  const [, name = "", month = "", day, year, hour, half] = HOURLY.exec(slug) ?? [];
  const hours = Number(hour) % 12 + (half === "pm" ? 12 : 0);
  return midnights(year, month, day).flatMap((midnightSec) => {
    const atSec = fromEasternLocal(midnightSec + hours * HOUR_SEC);
    // In November the same hour comes twice.
    return [atSec, atSec + HOUR_SEC].flatMap((sec) => reading(name, "1hour", sec));
  });
}

/** A day is named by the noon at which it ends. */
function readEasternDay(slug: string): ReadonlyArray<Reading> {
  const [, name = "", month = "", day, year] = DAILY.exec(slug) ?? [];
  return midnights(year, month, day).flatMap((midnightSec) =>
    reading(name, "daily", fromEasternLocal(midnightSec + 12 * HOUR_SEC) - 1)
  );
}

/** Returns the midnights that a date may mean, as the wall clock reads, the latest first. */
function midnights(year: string | undefined, month: string, day: string | undefined) {
  const at = (MONTHS as ReadonlyArray<string>).indexOf(month);
  if (at === -1) return [];
  const years = year === undefined ? YEARS_WITHOUT : [Number(year)];
  return years.map((year) => Date.UTC(year, at, Number(day)) / 1000);
}

function reading(
  name: string,
  interval: Interval | undefined,
  atSec: number,
): ReadonlyArray<Reading> {
  return interval === undefined || Number.isNaN(atSec) ? [] : [{ name, interval, atSec }];
}
