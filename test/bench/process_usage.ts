/** What a process has used of the machine so far, as Linux tells it. @module */
import { readFileSync } from "node:fs";

/** A tick of `/proc/<pid>/stat` is a hundredth of a second on every common Linux. */
const TICK_SEC = 0.01;

/** The processor time of all threads of a process. */
export function cpuSec(pid: number): number {
  // The name, in brackets, may contain spaces. After it, user and system time are 12th and 13th.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_SEC;
}

/** The memory that a process has now. */
export function memoryMb(pid: number): number {
  const [, kb = ""] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ??
    [];
  return Number(kb) / 1024;
}
