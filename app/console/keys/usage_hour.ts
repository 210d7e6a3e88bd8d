/**
 * The requests of an API key in the last hour, by minute.
 *
 * @module
 */

import { countText } from "../part/number_text.ts";
/** One minute of the answer: minutes without requests are left out. */
export interface UsageMinute {
  /** The minute's first instant, ISO 8601. */
  readonly minute_at: string;
  readonly requests: number;
  readonly refused: number;
}

/** The key's limit: so many requests in so many seconds. */
export interface KeyLimit {
  readonly requests: number;
  readonly window_sec: number;
}

/** One minute of the hour. */
export interface Bar {
  readonly requests: number;
  readonly refused: number;
}

/** The hour. */
export interface UsageHour {
  /** Sixty minutes, oldest first; the last one is not over yet. */
  readonly bars: ReadonlyArray<Bar>;
  readonly requests: number;
  readonly refused: number;
  /** The most requests of one minute. */
  readonly busiest: number;
}

const MINUTES = 60;
const MINUTE_MS = 60_000;
const NONE: Bar = { requests: 0, refused: 0 };

/** Returns the hour up to `nowIso`, with the minutes that the answer leaves out. */
export function usageHour(usage: ReadonlyArray<UsageMinute>, nowIso: string): UsageHour {
  const last = minuteOf(nowIso);
  const byMinute = new Map(usage.map((minute) => [minuteOf(minute.minute_at), minute]));
  const bars = Array.from(
    { length: MINUTES },
    (_, index) => byMinute.get(last - MINUTES + 1 + index) ?? NONE,
  ).map(({ requests, refused }) => ({ requests, refused }));
  const sum = (of: (bar: Bar) => number) => bars.reduce((sum, bar) => sum + of(bar), 0);
  return {
    bars,
    requests: sum(({ requests }) => requests),
    refused: sum(({ refused }) => refused),
    busiest: Math.max(...bars.map(({ requests }) => requests)),
  };
}

/** Returns the requests that a limit allows in a minute, rounded down; undefined: no limit. */
export function limitOfMinute(limit: KeyLimit | null): number | undefined {
  return limit === null
    ? undefined
    : Math.floor(limit.requests * MINUTES / Math.max(1, limit.window_sec));
}

/** Returns the hour in words. */
export function usageText(
  { requests, refused, busiest }: UsageHour,
  limit: number | undefined,
): string {
  if (requests === 0 && refused === 0) return "No request in the last hour";
  const of = limit === undefined ? "" : ` of ${limit}`;
  return `${
    countText(requests, "request")
  } in the last hour, ${refused} refused, busiest minute ${busiest}${of}`;
}

function minuteOf(iso: string): number {
  return Math.floor(Date.parse(iso) / MINUTE_MS);
}
