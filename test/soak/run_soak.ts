/**
 * One soak: a load over a process, a reading of it every few seconds, and what is left afterwards.
 *
 * @module
 */
import type { Counts } from "./counts.ts";
import { countHandles, hasEnded, type Measured, readProcess } from "./process_reading.ts";
import { rowOf, type SoakRow } from "./soak_row.ts";

/** What is run. */
export interface SoakOptions {
  readonly measured: Measured;
  /** The parts of the load, which end when the signal is aborted. */
  readonly load: (signal: AbortSignal) => ReadonlyArray<Promise<void>>;
  readonly counts: Counts;
  readonly durationMs: number;
  readonly everyMs: number;
  readonly onRow: (row: SoakRow) => void;
}

/** What was found. */
export interface SoakReport {
  readonly rows: ReadonlyArray<SoakRow>;
  /** Open handles before the load, and in some readings after it. */
  readonly handlesBefore: number;
  readonly handlesAfter: ReadonlyArray<number>;
  /** How long the load went on. */
  readonly tookMs: number;
  /** When the process had ended by itself, since the load began; undefined: it still runs. */
  readonly endedAtMs: number | undefined;
}

/** Readings after the load, until idle connections have been closed. */
const CALM_READINGS = 8;

/** Runs it, until the process ends at the latest. Rejects if a part of the load cannot go on. */
export async function runSoak(
  { measured, load, counts, durationMs, everyMs, onRow }: SoakOptions,
): Promise<SoakReport> {
  const handlesBefore = countHandles(measured.pid);
  const isOver = new AbortController();
  const startedMs = performance.now();
  const parts = Promise.all(load(isOver.signal));
  const rows: Array<SoakRow> = [];
  let before = { ...counts };
  let sinceMs = 0;
  let endedAtMs: number | undefined;
  const mayGoOn = () => {
    if (hasEnded(measured.pid)) endedAtMs ??= performance.now() - startedMs;
    return endedAtMs === undefined;
  };
  try {
    for (let atMs = 0; atMs < durationMs && mayGoOn(); sinceMs = atMs) {
      // A part that fails ends the soak; none ends by itself.
      await Promise.race([parts, Bun.sleep(everyMs)]);
      const reading = await readProcess(measured);
      atMs = performance.now() - startedMs;
      const row = rowOf(reading, { atMs, sinceMs, before, now: counts });
      before = { ...counts };
      rows.push(row);
      onRow(row);
    }
  } finally {
    isOver.abort();
  }
  const tookMs = performance.now() - startedMs;
  await parts;
  const handlesAfter: Array<number> = [];
  for (let number = 0; number < CALM_READINGS && mayGoOn(); number++) {
    await Bun.sleep(everyMs);
    handlesAfter.push(countHandles(measured.pid));
  }
  mayGoOn();
  return { rows, tookMs, handlesBefore, handlesAfter, endedAtMs };
}
