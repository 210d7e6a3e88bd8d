/**
 * What a run of the fuzzer leaves in the service's memory.
 *
 * @module
 */
import { type Measured, readProcess } from "../soak/process_reading.ts";

/** What the service holds, in bytes. */
export interface Memory {
  readonly heap: number;
  readonly resident: number;
}

/** How often it is read, and how far apart: garbage is collected in between. */
const READINGS = 60;
const EVERY_MS = 500;

/** Reads the least that the service gets along with while nothing is asked of it. */
export async function settledMemory(measured: Measured): Promise<Memory> {
  let least: Memory = { heap: Infinity, resident: Infinity };
  for (let reading = 0; reading < READINGS; reading++) {
    await Bun.sleep(EVERY_MS);
    const { heap, resident } = await readProcess(measured);
    // A busy service may miss one; a system without /proc knows no resident size.
    if (Number.isNaN(heap)) continue;
    least = { heap: Math.min(least.heap, heap), resident: Math.min(least.resident, resident || 0) };
  }
  return least;
}

const MB = 1024 ** 2;

/**
 * What a run may leave behind: the caches of the service and of its simulators, whose bounds do
 * not depend on how many requests there are, and memory that the runtime keeps for later.
 *
 * Measured on a busy machine, the heap and the resident size in MB: +10 and +65 to +80 after 20,000
 * requests, +16 to +19 and +72 to +87 after 60,000, +21 and +155 after 200,000. So the heap levels
 * out, and a million requests that leave 30 bytes each are found by it; the resident size is what
 * the runtime has not given back, and moves too much to find as little.
 */
const GROWTH_MAX: Memory = { heap: 48 * MB, resident: 256 * MB };

/** What is wrong with what a run left behind; nothing of what it may. */
export function wrongGrowth(before: Memory, after: Memory): ReadonlyArray<string> {
  return (["heap", "resident"] as const)
    .filter((part) => !(after[part] - before[part] <= GROWTH_MAX[part]))
    .map((part) => `${part} grew from ${mbOf(before[part])} to ${mbOf(after[part])}`);
}

function mbOf(bytes: number): string {
  return `${Math.round(bytes / MB)} MB`;
}
