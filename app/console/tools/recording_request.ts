/**
 * The requests of the console about what is recorded.
 *
 * @module
 */
import { askConsole } from "../service/console_api.ts";

/** The recorded days, newest first: UTC days such as `2026-11-27`; null where none is recorded. */
export interface DayList {
  readonly days: ReadonlyArray<string> | null;
}

/** What a day has of one topic of a feed; of the feed as a whole where the topic is empty. */
export interface TopicRow {
  readonly feed: string;
  readonly topic: string;
  readonly seconds: number;
  readonly missing: number;
  /** The first ranges that are missing: half-open, ISO 8601. */
  readonly ranges: ReadonlyArray<{ readonly from: string; readonly until: string }>;
  /** How many more there are. */
  readonly more: number;
}

/** What a day has of a feed. */
export interface FeedRow {
  readonly feed: string;
  readonly frames: number;
  readonly answers: number;
  readonly reconnects: number;
  readonly dropped: number;
  /** Of the books alone. */
  readonly hash_breaks: number | null;
}

/** What is known of a day. Instants are ISO 8601. */
export interface DayItem {
  readonly day: string;
  readonly state: "read" | "reading" | "failed";
  readonly why: string | null;
  readonly read_at: string | null;
  readonly coverage: {
    readonly from: string | null;
    readonly until: string | null;
    readonly topics: ReadonlyArray<TopicRow>;
    readonly feeds: ReadonlyArray<FeedRow>;
  } | null;
}

const PATH = "/console/api/recording";

/** Lists the days. */
export function listDays(signal: AbortSignal): Promise<DayList> {
  return askConsole<DayList>("GET", PATH, { signal });
}

/** Asks what is known of a day, which lets the service read it. */
export function readDay(day: string, signal: AbortSignal): Promise<DayItem> {
  return askConsole<DayItem>("GET", `${PATH}/${encodeURIComponent(day)}`, { signal });
}
