/**
 * What is wrong with the readings of a soak: growth after the warm-up, handles left open, and
 * readings that were not to be had.
 *
 * @module
 */
import type { SoakRow } from "./soak_row.ts";
import { slopePerMin } from "./slope.ts";

const MB = 1024 ** 2;

/** One thing that must not grow. `bound` is its most growth in a minute, by the robust slope. */
interface Watched {
  readonly name: "resident" | "heap" | "handles";
  readonly unit: "MB" | "handles";
  readonly scale: number;
  /** Growth over the whole second half that may be noise, such as a garbage collection's delay. */
  readonly noise: number;
}

const WATCHED: ReadonlyArray<Watched> = [
  { name: "resident", unit: "MB", scale: MB, noise: 24 },
  { name: "heap", unit: "MB", scale: MB, noise: 16 },
  { name: "handles", unit: "handles", scale: 1, noise: 24 },
];

/** The bounds of a soak. */
export interface Bounds {
  /** Growth of memory after the warm-up, in MB a minute. */
  readonly mbPerMin: number;
}

/** The growth of one thing over the second half of a soak. */
export interface Growth {
  readonly name: string;
  readonly unit: string;
  /** Undefined: too few readings. */
  readonly perMin: number | undefined;
  /** The slope over the time in which it was measured. */
  readonly total: number;
  readonly isTooMuch: boolean;
}

/** Returns the growth of memory and of open handles over the second half. */
export function growthOf(
  rows: ReadonlyArray<SoakRow>,
  { mbPerMin }: Bounds,
): ReadonlyArray<Growth> {
  const late = rows.slice(rows.length >> 1);
  const minutes = ((late.at(-1)?.atMs ?? 0) - (late[0]?.atMs ?? 0)) / 60_000;
  return WATCHED.map(({ name, unit, scale, noise }) => {
    const perMin = slopePerMin(late.map((row) => ({ atMs: row.atMs, value: row[name] / scale })));
    const total = (perMin ?? 0) * minutes;
    const isSteep = unit === "MB" ? (perMin ?? 0) > mbPerMin : true;
    return { name, unit, perMin, total, isTooMuch: isSteep && total > noise };
  });
}

/** Connections to providers that come and go by themselves, beside those of before the load. */
const HANDLES_MORE_MAX = 48;

/** A service under load may miss a reading, and not so many one after another. */
const UNREAD_MAX = 2;

/**
 * Returns what the last readings do not have, one line each. Without it growth cannot be seen.
 *
 * `hasProc`: whether the system tells what a process holds.
 */
export function unreadIn(
  rows: ReadonlyArray<SoakRow>,
  { hasProc }: { readonly hasProc: boolean },
): ReadonlyArray<string> {
  const last = rows.slice(-1 - UNREAD_MAX);
  const names = hasProc ? ["resident", "heap", "handles"] as const : ["heap"] as const;
  return names.filter((name) => last.every((row) => Number.isNaN(row[name])))
    .map((name) => `the last readings do not have ${name}`);
}

/** Returns how many handles stay open once the load is over, beyond those before it. */
export function handlesLeft(before: number, after: ReadonlyArray<number>): number {
  const left = after.length === 0 ? 0 : Math.min(...after) - before;
  return Number.isNaN(left) || left <= HANDLES_MORE_MAX ? 0 : left;
}

/** Returns what is wrong, one line each. */
export function wrongIn(
  growths: ReadonlyArray<Growth>,
  leftOpen: number,
): ReadonlyArray<string> {
  const grown = growths.filter(({ isTooMuch }) => isTooMuch).map(({ name, unit, perMin, total }) =>
    `${name} grows by ${(perMin ?? 0).toFixed(2)} ${unit} a minute, ${total.toFixed(0)} ${unit} ` +
    "over the second half"
  );
  return leftOpen === 0 ? grown : [...grown, `${leftOpen} handles stay open after the load`];
}
