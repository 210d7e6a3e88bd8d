/**
 * One clock for several processes of a machine: each process' own clock begins at its start.
 *
 * @module
 */
import { dlopen, FFIType, ptr } from "bun:ffi";

/** `CLOCK_MONOTONIC` of Linux, which counts from the machine's start. */
const MONOTONIC = 1;
const LIBRARY = "libc.so.6";

const time = new BigInt64Array(2);
const timeAt = ptr(time);
const readClock = openClock();

/** Returns microseconds since an instant that all processes of this machine share. */
export function sharedNowUs(): number {
  if (readClock === undefined) return (performance.timeOrigin + performance.now()) * 1_000;
  readClock(MONOTONIC, timeAt);
  return Number(time[0]) * 1e6 + Number(time[1]) / 1e3;
}

/**
 * Undefined on other systems, which use the time of day, although it may be set between two
 * readings.
 */
function openClock() {
  if (process.platform !== "linux") return undefined;
  try {
    const declared = { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 } as const;
    return dlopen(LIBRARY, { clock_gettime: declared }).symbols.clock_gettime;
  } catch {
    return undefined;
  }
}
