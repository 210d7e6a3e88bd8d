/**
 * The days of a folder, and what was read of each: one at a time, and again when it has grown.
 *
 * @module
 */
import { Effect } from "effect";
import { recordedDays } from "../../adapters/recording/day_folder.ts";
import { sizeOfFeed } from "../../adapters/recording/readable_blocks.ts";
import { BoundedMap } from "../../core/bounded_map.ts";
import type { DayReading, RecordedCoverage, RecordedDays } from "../../core/port/recorded_days.ts";
import { type Feed, FEEDS } from "../../core/recording/mod.ts";

/** A folder, and how a line of its coverage is read. */
export interface RecordedDaysOptions {
  readonly folder: string;
  readonly lineOf: (folder: string, day: string) => Promise<string>;
  /** Unix milliseconds of the machine. */
  readonly nowMs: () => number;
}

const DAYS_MAX = 100;
const RANGES_SHOWN = 20;
/** A day that grows is read again after this, and never more than a tenth of the time. */
const REREAD_MS = 60_000;
const REREAD_TIMES = 10;

/** What was read, of files of these sizes. */
interface Kept {
  readonly sizes: string;
  readonly reading: Exclude<DayReading, { readonly kind: "reading" }>;
  readonly atMs: number;
  readonly tookMs: number;
}

/** Makes them. */
export function makeRecordedDays(
  { folder, lineOf, nowMs }: RecordedDaysOptions,
): RecordedDays & {
  /** Ends when nothing is read any more. */ readonly idle: () => Promise<void>;
} {
  const kept = new BoundedMap<string, Kept>(DAYS_MAX);
  let running: Promise<void> | undefined;

  const read = async (day: string, sizes: string) => {
    const atMs = nowMs();
    const reading = await lineOf(folder, day).then(
      (line): Kept["reading"] => ({ kind: "read", coverage: coverageOf(line), atMs }),
    ).catch((cause): Kept["reading"] => ({
      kind: "failed",
      why: cause instanceof Error ? cause.message : String(cause),
    }));
    kept.setNewest(day, { sizes, reading, atMs, tookMs: nowMs() - atMs });
    running = undefined;
  };

  return {
    days: Effect.promise(async () => (await recordedDays(folder)).toReversed()),
    reading: (day) =>
      Effect.promise(async () => {
        const sizes = await sizesOf(folder, day);
        const known = kept.get(day);
        if (known === undefined || isDue(known, sizes, nowMs())) running ??= read(day, sizes);
        return known?.reading ?? { kind: "reading" };
      }),
    idle: async () => await running,
  };
}

function isDue(known: Kept, sizes: string, nowMs: number): boolean {
  const isChanged = known.sizes !== sizes || known.reading.kind === "failed";
  return isChanged && nowMs - known.atMs >= Math.max(REREAD_MS, REREAD_TIMES * known.tookMs);
}

async function sizesOf(folder: string, day: string): Promise<string> {
  return (await Promise.all(FEEDS.map((feed) => sizeOfFeed({ folder, day, feed })))).join(" ");
}

/** What `coverage --json` prints of a day. */
interface CoverageLine extends Pick<RecordedCoverage, "from" | "until"> {
  readonly feeds: Readonly<
    Record<Feed, {
      readonly frames: number;
      readonly answers: number;
      readonly reconnects: number;
      readonly dropped: number;
      readonly hash_breaks?: number;
    }>
  >;
  readonly topics: ReadonlyArray<Omit<RecordedCoverage["topics"][number], "more">>;
}

function coverageOf(line: string): RecordedCoverage {
  const { from, until, feeds, topics } = JSON.parse(line) as CoverageLine;
  return {
    from,
    until,
    topics: topics.map(({ ranges, ...topic }) => ({
      ...topic,
      ranges: ranges.slice(0, RANGES_SHOWN),
      more: Math.max(0, ranges.length - RANGES_SHOWN),
    })),
    feeds: FEEDS.filter((feed) => feeds[feed] !== undefined).map((feed) => {
      const { hash_breaks, ...figures } = feeds[feed];
      return { feed, ...figures, hashBreaks: hash_breaks ?? null };
    }),
  };
}
