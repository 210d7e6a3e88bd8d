/**
 * How long to wait before a connection is tried again: doubling, with full jitter.
 *
 * @module
 */

/** After a connection that worked, the next attempt begins within this. */
const QUICK_MS_MAX = 250;
/** The first wait after an attempt that did not work, at most; it doubles from there. */
const BASE_MS = 500;
const CAP_MS = 10_000;
/** A provider that sends something and hangs up, again and again, is not asked at once. */
const QUICK_EVERY_MS = 10_000;

/** How the attempt before went. */
export interface AttemptEnd {
  /** Whether the connection delivered data of use: only then it worked. */
  readonly hadData: boolean;
  /** The machine's monotonic time. */
  readonly nowMs: number;
  /** Drawn evenly from 0 to 1. */
  readonly chance: number;
}

/** Gives the waits between the attempts of one link. */
export function makeBackOff(): (end: AttemptEnd) => number {
  let failures = 0;
  let lastQuickAtMs = -Infinity;
  return ({ hadData, nowMs, chance }) => {
    if (hadData && nowMs - lastQuickAtMs >= QUICK_EVERY_MS) {
      lastQuickAtMs = nowMs;
      failures = 0;
      return chance * QUICK_MS_MAX;
    }
    const waitMsMax = Math.min(CAP_MS, BASE_MS * 2 ** failures);
    failures += 1;
    return chance * waitMsMax;
  };
}
