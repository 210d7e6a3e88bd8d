/**
 * One soak: a load over a process, a reading of it every few seconds, and what is left afterwards.
 *
 * @module
 */
import {
  countHandles,
  hasEnded,
  type Measured,
  type ProcessReading,
  readProcess,
} from "./process_reading.ts";

/** One reading, and when it was taken since the load began. */
export interface SoakRow extends ProcessReading {
  readonly atMs: number;
}

/** What is run. */
export interface SoakOptions {
  readonly measured: Measured;
  /** The parts of the load, which end when the signal is aborted. */
  readonly load: (signal: AbortSignal) => ReadonlyArray<Promise<void>>;
  readonly durationMs: number;
  readonly everyMs: number;
}

/** What was found. */
export type SoakReport = Awaited<ReturnType<typeof runSoak>>;

/** Readings after the load, until idle connections have been closed. */
const CALM_READINGS = 8;

/** Runs it, until the process ends at the latest. Rejects if a part of the load cannot go on. */
export async function runSoak(
  { measured, load, durationMs, everyMs }: SoakOptions,
) {
  const { pid } = measured;
  const handlesBefore = countHandles(pid);
  const isOver = new AbortController();
  const startedMs = performance.now();
  const parts = Promise.all(load(isOver.signal));
  const rows: Array<SoakRow> = [];
  try {
    for (let atMs = 0; atMs < durationMs && !hasEnded(pid);) {
      // A part that fails ends the soak; none ends by itself.
      await Promise.race([parts, Bun.sleep(everyMs)]);
      const reading = await readProcess(measured);
      atMs = performance.now() - startedMs;
      rows.push({ ...reading, atMs });
    }
  } finally {
    isOver.abort();
  }
  const tookMs = performance.now() - startedMs;
  await parts;
  const handlesAfter: Array<number> = [];
  while (handlesAfter.length < CALM_READINGS && !hasEnded(pid)) {
    await Bun.sleep(everyMs);
    handlesAfter.push(countHandles(pid));
  }
  // Open handles before the load, and in some readings after it; and how long the load went on.
  return { rows, tookMs, handlesBefore, handlesAfter, isEnded: hasEnded(pid) };
}
