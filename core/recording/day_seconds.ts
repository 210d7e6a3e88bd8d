/**
 * The seconds of a UTC day of which something is recorded, and those of which nothing is.
 *
 * @module
 */
import { DAY_SEC, type TimeRange, UnixSec } from "../time/mod.ts";

/** The seconds of one day. */
export interface DaySeconds {
  /** Adds the second of an instant in unix milliseconds; one of another day changes nothing. */
  readonly add: (ms: number) => void;
  /** Whether something of a second is there. */
  readonly has: (sec: number) => boolean;
  readonly count: () => number;
  /** Returns the seconds within a range that are missing, as the fewest ranges, in order. */
  readonly missing: (within: TimeRange) => ReadonlyArray<TimeRange>;
}

/** Makes the seconds of the day that begins at midnight `startSec`: none yet. */
export function makeDaySeconds(startSec: UnixSec): DaySeconds {
  const has = new Uint8Array(DAY_SEC);
  let count = 0;
  return {
    add: (ms) => {
      const at = Math.floor(ms / 1000) - startSec;
      if (has[at] !== 0) return;
      has[at] = 1;
      count += 1;
    },
    has: (sec) => has[sec - startSec] === 1,
    count: () => count,
    missing: (within) => {
      const ranges: Array<TimeRange> = [];
      const end = Math.min(DAY_SEC, within.endSec - startSec);
      for (let at = Math.max(0, within.startSec - startSec); at < end; at++) {
        if (has[at] === 1) continue;
        const from = at;
        while (at < end && has[at] === 0) at += 1;
        ranges.push({ startSec: UnixSec(startSec + from), endSec: UnixSec(startSec + at) });
      }
      return ranges;
    },
  };
}
