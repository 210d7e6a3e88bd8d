/**
 * How long to wait before a connection is tried again: doubling, with full jitter.
 *
 * @module
 */

/** Between which waits they are drawn. */
export interface BackOffRange {
  /** No wait is shorter. */
  readonly leastMs: number;
  /** After a connection that worked, the next attempt begins within this. */
  readonly quickMsMax: number;
  /** The first wait after an attempt that did not work, at most; it doubles from there. */
  readonly firstMsMax: number;
  readonly capMs: number;
}

const USUAL: BackOffRange = { leastMs: 0, quickMsMax: 250, firstMsMax: 500, capMs: 10_000 };
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

/** Gives the waits between the attempts of one link, in milliseconds. */
export function makeBackOff(range: BackOffRange = USUAL): (end: AttemptEnd) => number {
  const { leastMs, quickMsMax, firstMsMax, capMs } = range;
  let failures = 0;
  let lastQuickAtMs = -Infinity;
  const drawn = (mostMs: number, chance: number) => leastMs + chance * (mostMs - leastMs);
  return ({ hadData, nowMs, chance }) => {
    if (hadData && nowMs - lastQuickAtMs >= QUICK_EVERY_MS) {
      lastQuickAtMs = nowMs;
      failures = 0;
      return drawn(quickMsMax, chance);
    }
    const waitMsMax = Math.min(capMs, firstMsMax * 2 ** failures);
    failures += 1;
    return drawn(waitMsMax, chance);
  };
}
