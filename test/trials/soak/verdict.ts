/**
 * What is wrong with a soak: growth after the warm-up, handles left open, readings that were not to
 * be had, and too few answers, or others than were asked for: a service that answers nothing, or
 * refuses everything, does not grow either.
 *
 * @module
 */
import type { Counts } from "./load.ts";
import type { SoakReport, SoakRow } from "./run_soak.ts";

const MB = 1024 ** 2;

/** One thing that must not grow. */
interface Watched {
  readonly name: "resident" | "heap" | "handles";
  readonly unit: "MB" | "handles";
  readonly scale: number;
  /** Growth over the whole second half that may be noise, such as a garbage collection's delay. */
  readonly noise: number;
  /** The most growth in a minute, by the robust slope. */
  readonly perMinMax: number;
}

const WATCHED: ReadonlyArray<Watched> = [
  { name: "resident", unit: "MB", scale: MB, noise: 24, perMinMax: 0.5 },
  { name: "heap", unit: "MB", scale: MB, noise: 16, perMinMax: 0.5 },
  { name: "handles", unit: "handles", scale: 1, noise: 24, perMinMax: 0 },
];

/** Returns what grew over the second half of a soak, one line each. */
function growthIn(rows: ReadonlyArray<SoakRow>): ReadonlyArray<string> {
  const late = rows.slice(rows.length >> 1);
  const minutes = ((late.at(-1)?.atMs ?? 0) - (late[0]?.atMs ?? 0)) / 60_000;
  return WATCHED.flatMap(({ name, unit, scale, noise, perMinMax }) => {
    const perMin = slopePerMin(late.map((row) => ({ atMs: row.atMs, value: row[name] / scale })));
    if (perMin <= perMinMax || perMin * minutes <= noise) return [];
    return [`${name} grows by ${perMin.toFixed(2)} ${unit} a minute`];
  });
}

/**
 * Returns the median slope of all pairs of points, per minute (Theil and Sen); 0 for fewer than
 * two points. Points without a value do not count. Up to 29 % of wild points leave it.
 */
function slopePerMin(
  points: ReadonlyArray<{ readonly atMs: number; readonly value: number }>,
): number {
  const known = points.filter(({ value }) => !Number.isNaN(value));
  const slopes = known.flatMap((from, at) =>
    known.slice(at + 1).filter((to) => to.atMs !== from.atMs)
      .map((to) => (to.value - from.value) / (to.atMs - from.atMs))
  ).toSorted((a, b) => a - b);
  const half = slopes.length >> 1;
  const upper = slopes[half] ?? 0;
  return (slopes.length % 2 === 1 ? upper : (upper + (slopes[half - 1] ?? 0)) / 2) * 60_000;
}

/** Connections to providers that come and go by themselves, beside those of before the load. */
const HANDLES_MORE_MAX = 48;
/** A service under load may miss a reading, and not so many one after another. */
const UNREAD_MAX = 2;

/**
 * Returns what is wrong with the process, one line each. Of a short load, which is all warm-up,
 * neither growth nor what stays open is judged.
 */
export function wrongInProcess(
  { rows, handlesBefore, handlesAfter, isEnded }: SoakReport,
  { isJudged }: { readonly isJudged: boolean },
): ReadonlyArray<string> {
  const last = rows.slice(-1 - UNREAD_MAX);
  const leftOpen = Math.min(...handlesAfter) - handlesBefore;
  return [
    ...(isEnded ? ["the service ended"] : []),
    ...(last.every(({ heap }) => Number.isNaN(heap)) ? ["the last readings failed"] : []),
    ...(isJudged ? growthIn(rows) : []),
    ...(isJudged && handlesAfter.length > 0 && leftOpen > HANDLES_MORE_MAX
      ? [`${leftOpen} handles stay open after the load`]
      : []),
  ];
}

/** The least share of the asked rate, and of answers that are as expected: 98.5 % were seen. */
const REACH_SHARE = 0.5;
const EXPECTED_SHARE = 0.8;
/** Of the requests and the streams: what has no answer at all. */
const ERRORS_SHARE_MAX = 0.05;

/** Returns what is wrong with the answers, one line each; a short load may be all warm-up. */
export function wrongInLoad(
  { requests, expected, errors, streams }: Counts,
  { wanted, isRateJudged }: { readonly wanted: number; readonly isRateJudged: boolean },
): ReadonlyArray<string> {
  const isSlow = requests < (isRateJudged ? wanted * REACH_SHARE : 1);
  const isErring = errors > (requests + streams + errors) * ERRORS_SHARE_MAX;
  return [
    ...(isSlow ? [`${requests} requests were answered, of ${Math.round(wanted)}`] : []),
    ...(expected < requests * EXPECTED_SHARE
      ? [`${expected} of ${requests} requests were answered as expected`]
      : []),
    ...(isErring
      ? [`${errors} errors beside ${requests} answered requests and ${streams} streams`]
      : []),
  ];
}
