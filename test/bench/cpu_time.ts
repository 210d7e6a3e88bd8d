/**
 * Measures the processor time of another process.
 *
 * @module
 */
import { existsSync, readFileSync } from "node:fs";

/** A tick of `/proc/<pid>/stat` is a hundredth of a second on every common Linux. */
const TICK_US = 10_000;

/** Returns the microseconds of all its threads so far, in steps of 10 ms; undefined if unknown. */
export function cpuTimeUs(pid: number): number | undefined {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return undefined;
  // The name, in brackets, may contain spaces. After it, user and system time are 12th and 13th.
  const fields = readFileSync(path, "utf8").replace(/^.*\) /s, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}
