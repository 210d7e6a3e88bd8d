/**
 * The texts of a listing: titles, questions, series and tags.
 *
 * @module
 */
import { factsOf, type Interval } from "../../../../core/market/mod.ts";
import { easternWallClock, UnixSec } from "../../../../core/time/mod.ts";
import { MONTHS } from "../../kit/month.ts";
import { type Listing } from "../venue/listing.ts";
import { type Tag, tagsOf } from "../venue/tag.ts";
import { type Track } from "../venue/track.ts";

/** Returns `Bitcoin Up or Down - March 12, 5:20AM-5:25AM ET`, or a topic's own title. */
export function titleOf(listing: Listing): string {
  const { subject } = listing.track;
  if (subject.kind === "topic") return fill(subject.topic.title, listing);
  const start = dayAndTime(listing.startSec);
  const end = dayAndTime(listing.endSec);
  const name = `${factsOf(subject.asset).name} Up or Down`;
  switch (subject.interval) {
    case "1hour":
      return `${name} - ${start.day}, ${start.hour} ET`;
    case "daily":
      return `${name} on ${end.day}?`;
    default:
      return `${name} - ${start.day}, ${start.time}-${end.time} ET`;
  }
}

/** Returns the question of one market. */
export function questionOf(listing: Listing, marketIndex: number): string {
  const { subject } = listing.track;
  if (subject.kind === "up_down") return titleOf(listing);
  return fill(subject.topic.markets[marketIndex]?.question ?? subject.topic.title, listing);
}

/** Returns two names: `Up`, `Down`, or `Yes`, `No`, or two teams. */
export function outcomesOf({ track: { subject } }: Listing): readonly [string, string] {
  return subject.kind === "topic" ? subject.topic.outcomes : ["Up", "Down"];
}

/** Returns the tags of every event on a track. */
export function tagsOfTrack({ subject }: Track): ReadonlyArray<Tag> {
  if (subject.kind === "topic") return subject.topic.tags;
  const { asset, interval } = subject;
  return tagsOf(
    INTERVAL_TAG[interval],
    "up-or-down",
    "crypto-prices",
    "recurring",
    "crypto",
    factsOf(asset).name.toLowerCase(),
  );
}

/** The series of a track. Ids observed on the real venue are real. */
export interface TrackSeries {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly recurrence: string;
}

/** Returns the series; undefined for topics without one. */
export function seriesOfTrack({ slot, subject }: Track): TrackSeries | undefined {
  if (subject.kind === "topic") {
    const { topic } = subject;
    if (topic.asset === undefined) return undefined;
    const title = `${factsOf(topic.asset).name} Up or Down Weekly`;
    return { id: `${SERIES_ID + slot}`, slug: topic.stem, title, recurrence: "weekly" };
  }
  const { asset, interval } = subject;
  const { slug, recurrence } = SERIES[interval];
  const isShort = slug === "5m" || slug === "15m" || slug === "4h";
  const name = isShort ? asset : factsOf(asset).name.toLowerCase();
  const full = `${name}-up-or-down-${slug}`;
  return {
    id: SEEN_SERIES_ID.get(full) ?? `${SERIES_ID + slot}`,
    slug: full,
    title: `${factsOf(asset).name} Up or Down ${slug}`,
    recurrence,
  };
}

const SERIES_ID = 20_000;
const SEEN_SERIES_ID: ReadonlyMap<string, string> = new Map([
  ["btc-up-or-down-5m", "10684"],
  ["btc-up-or-down-15m", "10192"],
]);
const SERIES: Readonly<Record<Interval, { readonly slug: string; readonly recurrence: string }>> = {
  "5min": { slug: "5m", recurrence: "5m" },
  "15min": { slug: "15m", recurrence: "15m" },
  "1hour": { slug: "hourly", recurrence: "hourly" },
  "4hour": { slug: "4h", recurrence: "4h" },
  daily: { slug: "daily", recurrence: "daily" },
};
const INTERVAL_TAG: Readonly<Record<Interval, string>> = {
  "5min": "5M",
  "15min": "15M",
  "1hour": "1H",
  "4hour": "4H",
  daily: "daily",
};

function fill(text: string, { endSec }: Listing): string {
  const date = new Date(endSec * 1000);
  return text.replace("{day}", `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`);
}

function dayAndTime(sec: number) {
  const { month, day, hour } = easternWallClock(UnixSec(sec));
  const minute = new Date(sec * 1000).getUTCMinutes();
  const clock = hour % 12 === 0 ? 12 : hour % 12;
  const half = hour < 12 ? "AM" : "PM";
  return {
    day: `${MONTHS[month - 1]} ${day}`,
    hour: `${clock}${half}`,
    time: `${clock}:${String(minute).padStart(2, "0")}${half}`,
  };
}
