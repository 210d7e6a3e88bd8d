/**
 * The delay before a connection is retried: exponential, with full jitter.
 *
 * Effect's Schedule gives the same doubling, which is one line here; its jitter is only from 80 to
 * 120 %, and the rule of quick retries, which are the rest, would still be by hand around it.
 *
 * @module
 */

/** The bounds of the delays, in milliseconds. */
export interface BackOffRange {
  /** The shortest delay. */
  readonly leastMs: number;
  /** The longest delay after a connection that delivered data. */
  readonly quickMsMax: number;
  /** The longest first delay after a failed attempt; it doubles from there. */
  readonly firstMsMax: number;
  readonly capMs: number;
}

const USUAL: BackOffRange = { leastMs: 0, quickMsMax: 250, firstMsMax: 500, capMs: 10_000 };
/** A provider that repeatedly sends something and hangs up gets a quick retry only this often. */
const QUICK_EVERY_MS = 10_000;

/** How the previous attempt ended. */
export interface AttemptEnd {
  /** Whether the connection delivered useful data; only then it counts as successful. */
  readonly hadData: boolean;
  /** The machine's monotonic time, in milliseconds. */
  readonly nowMs: number;
  /** A random number from 0 to 1. */
  readonly chance: number;
}

/** Creates the function that returns the delay before the next attempt, in milliseconds. */
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
