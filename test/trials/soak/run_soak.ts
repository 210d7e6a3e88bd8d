/**
 * One soak: a load over a process, a reading of it every few seconds, and what is left afterwards.
 *
 * @module
 */
import { readdirSync } from "node:fs";
import { metricIn } from "../../metrics_text.ts";
import type { ServiceProcess } from "../../stage/service_process.ts";

/** One reading, since the load began. Memory in bytes; NaN: not known. */
export interface SoakRow {
  readonly atMs: number;
  readonly resident: number;
  readonly heap: number;
  /** Everything that the process has open; known where the system has a `/proc`. */
  readonly handles: number;
}

/** Says a reading in one line. */
export function soakRowText({ atMs, resident, heap, handles }: SoakRow): string {
  const [residentMb, heapMb] = [resident, heap].map((bytes) => Math.round(bytes / 1024 ** 2));
  const at = (atMs / 60_000).toFixed(1);
  return `${at} min: resident ${residentMb} MB, heap ${heapMb} MB, ${handles} handles`;
}

/** What is run. */
export interface SoakOptions {
  readonly service: ServiceProcess;
  /** The parts of the load, which end when the signal is aborted. */
  readonly load: (signal: AbortSignal) => ReadonlyArray<Promise<void>>;
  readonly durationMs: number;
  readonly everyMs: number;
}

/** What was found. */
export type SoakReport = Awaited<ReturnType<typeof runSoak>>;

/** Readings after the load, until idle connections have been closed. */
const CALM_READINGS = 8;
const READ_TIMEOUT_MS = 10_000;

/** Runs it, until the process ends at the latest. Rejects if a part of the load cannot go on. */
export async function runSoak({ service, load, durationMs, everyMs }: SoakOptions) {
  const life = { isEnded: false };
  void service.ended().then(() => life.isEnded = true);
  const handlesBefore = countHandles(service);
  const isOver = new AbortController();
  const startedMs = performance.now();
  const parts = Promise.all(load(isOver.signal));
  const rows: Array<SoakRow> = [];
  try {
    for (let atMs = 0; atMs < durationMs && !life.isEnded;) {
      // A part that fails ends the soak; none ends by itself.
      await Promise.race([parts, Bun.sleep(everyMs)]);
      const memory = await readMemory(service);
      atMs = performance.now() - startedMs;
      rows.push({ atMs, ...memory, handles: countHandles(service) });
    }
  } finally {
    isOver.abort();
  }
  const tookMs = performance.now() - startedMs;
  await parts;
  const handlesAfter: Array<number> = [];
  while (handlesAfter.length < CALM_READINGS && !life.isEnded) {
    await Bun.sleep(everyMs);
    handlesAfter.push(countHandles(service));
  }
  // Open handles before the load, and in some readings after it; and how long the load went on.
  return { rows, tookMs, handlesBefore, handlesAfter, isEnded: life.isEnded };
}

function countHandles({ pid }: ServiceProcess): number {
  try {
    return readdirSync(`/proc/${pid()}/fd`).length;
  } catch {
    return NaN;
  }
}

/** What the process says of itself. One under load may miss a reading; the next one counts. */
async function readMemory({ url }: ServiceProcess) {
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
  const asked = fetch(`${url}/metrics`, { signal }).then((response) => response.text());
  const text = await asked.catch(() => "");
  return {
    resident: metricIn(text, "process_resident_memory_bytes"),
    heap: metricIn(text, "strikeline_heap_used_bytes"),
  };
}
