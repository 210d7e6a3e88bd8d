/**
 * What a process holds at a moment: memory, and what it has open.
 *
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { metricIn } from "../../metrics_text.ts";

/** A process that serves, to be measured. */
export interface Measured {
  readonly url: string;
  readonly pid: number;
}

/** One reading. Memory in bytes; NaN: not known, as where the system has no `/proc`. */
export interface ProcessReading {
  readonly resident: number;
  readonly heap: number;
  /** Everything that it has open. */
  readonly handles: number;
}

const KIB = 1024;
const READ_TIMEOUT_MS = 10_000;

/** Reads it: memory and handles of the system's, the heap of the process's own metrics. */
export async function readProcess({ url, pid }: Measured): Promise<ProcessReading> {
  const heap = await heapBytes(url);
  return { resident: residentBytes(pid), heap, handles: countHandles(pid) };
}

/** How many handles a process has open; NaN: not known. */
export function countHandles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return NaN;
  }
}

/** Whether a process is over, although nobody may have asked how it ended (a zombie). */
export function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process may not be signalled, and is there.
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
  return /^State:\s+[ZX]/m.test(statusOf(pid));
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(statusOf(pid))?.[1]) * KIB;
}

/** Empty where it cannot be read. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "latin1");
  } catch {
    return "";
  }
}

/** A service under load may miss one reading; the next one counts. */
async function heapBytes(url: string): Promise<number> {
  try {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const text = await (await fetch(`${url}/metrics`, { signal })).text();
    return metricIn(text, "strikeline_heap_used_bytes");
  } catch {
    return NaN;
  }
}
