/**
 * Port: which days are recorded, and which seconds each of them has.
 *
 * @module
 */
import type { Effect } from "effect";
import type { Feed } from "../recording/mod.ts";

/** What a day has of one topic of a feed. */
export interface TopicCoverage {
  readonly feed: Feed;
  /** Empty for the feed as a whole. */
  readonly topic: string;
  readonly seconds: number;
  /** How many seconds are missing. */
  readonly missing: number;
  /** Which: half-open, ISO 8601. The first ones, where there are very many. */
  readonly ranges: ReadonlyArray<{ readonly from: string; readonly until: string }>;
  /** How many more ranges there are. */
  readonly more: number;
}

/** What a day has of a feed. */
export interface FeedFigures {
  readonly feed: Feed;
  readonly frames: number;
  readonly answers: number;
  /** How often its sockets were lost. */
  readonly reconnects: number;
  /** What was received and could not be kept. */
  readonly dropped: number;
  /** Of the books, how often one no longer agreed with the venue's hash; null of other feeds. */
  readonly hashBreaks: number | null;
}

/** What a day has. `from` and `until` are ISO 8601; null where nothing is recorded. */
export interface RecordedCoverage {
  readonly from: string | null;
  readonly until: string | null;
  readonly topics: ReadonlyArray<TopicCoverage>;
  readonly feeds: ReadonlyArray<FeedFigures>;
}

/**
 * What is known of a day. `reading`: it is being read, or waits until another day is. `read`: as it
 * was at an instant in unix milliseconds.
 */
export type DayReading =
  | { readonly kind: "read"; readonly coverage: RecordedCoverage; readonly atMs: number }
  | { readonly kind: "reading" }
  | { readonly kind: "failed"; readonly why: string };

/** What this process has recorded. */
export interface RecordedDays {
  /** UTC days such as `2026-11-27`, newest first. */
  readonly days: Effect.Effect<ReadonlyArray<string>>;
  /** Returns what is known of a recorded day at once, and lets it be read where nothing is. */
  readonly reading: (day: string) => Effect.Effect<DayReading>;
}
