/**
 * One line of a soak's table: what the process held, and what it was asked since the line before.
 *
 * @module
 */
import type { Counts } from "./counts.ts";
import type { ProcessReading } from "./process_reading.ts";

/** One reading, with rates since the one before it. */
export interface SoakRow extends ProcessReading {
  /** Since the load began. */
  readonly atMs: number;
  readonly requestsPerSec: number;
  readonly framesPerSec: number;
  /** Answers of 400 to 499, of 500 and above, and what had none at all, since the one before. */
  readonly rejections: number;
  readonly refusals: number;
  readonly errors: number;
}

/** Makes a row of a reading and two states of the counters. */
export function rowOf(
  reading: ProcessReading,
  { atMs, sinceMs, before, now }: {
    readonly atMs: number;
    /** When the counters were as they were before. */
    readonly sinceMs: number;
    readonly before: Counts;
    readonly now: Counts;
  },
): SoakRow {
  const seconds = Math.max(1, atMs - sinceMs) / 1000;
  return {
    ...reading,
    atMs,
    requestsPerSec: (now.requests - before.requests) / seconds,
    framesPerSec: (now.frames - before.frames) / seconds,
    rejections: now.rejections - before.rejections,
    refusals: now.refusals - before.refusals,
    errors: now.errors - before.errors,
  };
}

const MB = 1024 ** 2;

type Cell = (row: SoakRow) => string;

const COLUMNS: ReadonlyArray<readonly [head: string, cell: Cell]> = [
  ["min", ({ atMs }) => (atMs / 60_000).toFixed(1)],
  ["rss MB", ({ resident }) => whole(resident / MB)],
  ["heap MB", ({ heap }) => whole(heap / MB)],
  ["handles", ({ handles }) => whole(handles)],
  ["sockets", ({ sockets }) => whole(sockets)],
  ["req/s", ({ requestsPerSec }) => requestsPerSec.toFixed(1)],
  ["frames/s", ({ framesPerSec }) => whole(framesPerSec)],
  ["4xx", ({ rejections }) => whole(rejections)],
  ["5xx", ({ refusals }) => whole(refusals)],
  ["errors", ({ errors }) => whole(errors)],
];

const WIDTH = 9;

/** The table's first line. */
export const SOAK_HEAD = COLUMNS.map(([head]) => head.padStart(WIDTH)).join("");

/** Returns a row as a line of the table. */
export function lineOf(row: SoakRow): string {
  return COLUMNS.map(([, cell]) => cell(row).padStart(WIDTH)).join("");
}

/** What is not known is a dash. */
function whole(value: number): string {
  return Number.isNaN(value) ? "-" : String(Math.round(value));
}
