/**
 * Slugs of listings: formatted by the venue's profile, and parsed arithmetically.
 *
 * @module
 */
import {
  type Asset,
  ASSETS,
  factsOf,
  type Interval,
  type VenueProfile,
} from "../../../../core/market/mod.ts";
import { fromEasternLocal, UnixSec } from "../../../../core/time/mod.ts";
import { WORLD_START_SEC } from "../../world/world.ts";
import { firstStartSec, type Listing, listingAt } from "./listing.ts";
import { type Track } from "./track.ts";

/** Returns the slug of an event. Markets of an event with several append `-<number>`. */
export function eventSlug(profile: VenueProfile, listing: Listing): string {
  const { subject } = listing.track;
  if (subject.kind === "topic") return `${subject.topic.stem}-${dayOf(listing.endSec)}`;
  return profile.slugOf(subject.asset, {
    interval: subject.interval,
    startSec: UnixSec(listing.startSec),
    endSec: UnixSec(listing.endSec),
  });
}

/** Returns the UTC day as `yyyy-mm-dd`. */
export function dayOf(sec: number): string {
  return new Date(sec * 1000).toISOString().slice(0, 10);
}

/** A parser of one venue's slugs. */
export interface SlugReader {
  /**
   * Returns the event of a slug at an instant. Two hours of a November night share a slug, which
   * means the first of them, as the venue has one event per slug. A slug without a year, the format
   * until March 2026, means the latest event listed by then.
   */
  read(slug: string, nowSec: number): Listing | undefined;
}

/** Makes a parser over all tracks. */
export function makeSlugReader(
  profile: VenueProfile,
  tracks: ReadonlyMap<number, Track>,
): SlugReader {
  const upDown = new Map<string, Track>();
  const topics = new Map<string, Track>();
  for (const track of tracks.values()) {
    const { subject } = track;
    if (subject.kind === "topic") topics.set(subject.topic.stem, track);
    else upDown.set(`${subject.asset}:${subject.interval}`, track);
  }
  const matches = (slug: string, nowSec: number, at: Candidate): Listing | undefined => {
    const track = upDown.get(`${at.asset}:${at.interval}`);
    // Nothing is listed more than a few days ahead.
    const isFar = at.sec < WORLD_START_SEC || at.sec > nowSec + AHEAD_SEC_MAX;
    if (track === undefined || isFar) return undefined;
    const listing = listingAt(track, track.indexAt(at.sec));
    const isRight = listing.createdSec <= nowSec && eventSlug(profile, listing) === slug;
    return isRight ? listing : undefined;
  };
  return {
    read(slug, nowSec) {
      for (const candidate of candidatesOf(slug, nowSec)) {
        const listing = matches(slug, nowSec, candidate);
        if (listing !== undefined) return listing;
      }
      const [, stem = "", day = ""] = /^(.+)-(\d{4}-\d{2}-\d{2})$/.exec(slug) ?? [];
      const track = topics.get(stem);
      const daySec = Date.parse(`${day}T00:00:00Z`) / 1000;
      return track === undefined || !(daySec >= firstStartSec(track))
        ? undefined
        : topicEndingOn(track, day, daySec);
    },
  };
}

const DAY_SEC = 86_400;
const AHEAD_SEC_MAX = 7 * DAY_SEC;

/** A topic has at most one event per day, so a day identifies it. */
function topicEndingOn(track: Track, day: string, daySec: number): Listing | undefined {
  const lifeSec = track.endSecOf(0) - track.startSecOf(0);
  const listing = listingAt(track, track.indexAt(daySec + DAY_SEC - 1 - lifeSec));
  return dayOf(listing.endSec) === day ? listing : undefined;
}

/** A window that a slug may mean; formatting its own slug decides. */
interface Candidate {
  readonly asset: Asset;
  readonly interval: Interval;
  readonly sec: number;
}

const ASSET_OF: ReadonlyMap<string, Asset> = new Map(
  ASSETS.flatMap((asset) =>
    [asset, factsOf(asset).name.toLowerCase()].map((name) => [name, asset] as const)
  ),
);
const INTERVAL_OF: ReadonlyMap<string, Interval> = new Map<string, Interval>([
  ["5m", "5min"],
  ["15m", "15min"],
  ["1h", "1hour"],
  ["4h", "4hour"],
  ["1d", "daily"],
]);
const MONTHS =
  "january|february|march|april|may|june|july|august|september|october|november|december";
const UNIX = /^([a-z]+)-updown-(\d+[mh])-(\d{1,10})$/;
const DATED = /^([a-z]+)-(\d+[mhd])-(\d{4})-(\d{2})-(\d{2})-(\d{2})(\d{2})$/;
const HOURLY = new RegExp(
  String.raw`^([a-z]+)-up-or-down-(${MONTHS})-(\d{1,2})(?:-(\d{4}))?-(\d{1,2})(am|pm)-et$`,
);
const DAILY = new RegExp(String.raw`^([a-z]+)-up-or-down-on-(${MONTHS})-(\d{1,2})(?:-(\d{4}))?$`);
/** In New York, the first hours of 2024 belong to the last evening of 2023. */
const FIRST_YEAR = 2023;

function candidatesOf(slug: string, nowSec: number): ReadonlyArray<Candidate> {
  const make = (name = "", interval: Interval | undefined, sec: number) => {
    const asset = ASSET_OF.get(name);
    return asset === undefined || interval === undefined || !Number.isFinite(sec)
      ? []
      : [{ asset, interval, sec }];
  };
  const unix = UNIX.exec(slug);
  if (unix !== null) return make(unix[1], INTERVAL_OF.get(unix[2] ?? ""), Number(unix[3]));
  const dated = DATED.exec(slug);
  if (dated !== null) {
    const [, name, short = "", year, month, day, hour, minute] = dated;
    const sec = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`) / 1000;
    return make(name, INTERVAL_OF.get(short), sec);
  }
  const hourly = HOURLY.exec(slug);
  if (hourly !== null) {
    const [, name, month = "", day, year, hour, half] = hourly;
    const clockHour = Number(hour) % 12 + (half === "pm" ? 12 : 0);
    return yearsOf(year, nowSec).flatMap((year) =>
      make(name, "1hour", easternSec({ year, month, day: Number(day), hour: clockHour }))
    );
  }
  const [, name, month = "", day, year] = DAILY.exec(slug) ?? [];
  // A day is named by the noon at which it closes, so it begins a day earlier.
  return yearsOf(year, nowSec).flatMap((year) =>
    make(name, "daily", easternSec({ year, month, day: Number(day) - 1, hour: 18 }))
  );
}

/** Returns the year in the slug, or every possible one, latest first. */
function yearsOf(year: string | undefined, nowSec: number): ReadonlyArray<number> {
  if (year !== undefined) return [Number(year)];
  const last = new Date(nowSec * 1000).getUTCFullYear() + 1;
  return Array.from({ length: last - FIRST_YEAR + 1 }, (_, i) => last - i);
}

function easternSec({ year, month, day, hour }: {
  readonly year: number;
  readonly month: string;
  readonly day: number;
  readonly hour: number;
}): number {
  const localSec = Date.UTC(year, MONTHS.split("|").indexOf(month), day, hour) / 1000;
  return localSec > 0 ? fromEasternLocal(localSec) : NaN;
}
