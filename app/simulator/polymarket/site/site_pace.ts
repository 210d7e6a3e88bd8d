/**
 * The site's rate limit for prices, shared by all callers in all processes.
 *
 * Source: the observed rate at which the real site refuses, and that it answers again after 30 s;
 * its numbers are not published. One call in five seconds was observed to be never refused.
 *
 * @module
 */

/** Counts calls. */
export interface SitePace {
  /**
   * Counts a call at an instant of the sandbox's clock. Returns undefined if it is allowed; a
   * refused call does not count, and returns the seconds to wait.
   */
  take(nowMs: number): number | undefined;
}

const CALL_MS = 4_000;
const BURST = 3;
/** From the first refusal on, every call is refused for this long, at any rate. */
const REFUSED_MS = 30_000;
/** Upper bound for the delay of a call by the machine. */
const HELD_UP_MS = 1_000;

/**
 * Makes an empty limit. On a fast clock, a call that the machine delays briefly is many virtual
 * seconds late, and then comes close to the next: the burst is larger by the number of calls that
 * fit into that delay, so that a caller within the limit is never refused because of the machine.
 */
export function makeSitePace(speed: number): SitePace {
  const burst = BURST + Math.floor((Math.max(0, speed - 1) * HELD_UP_MS) / CALL_MS);
  let left = burst;
  let atMs = -Infinity;
  let refusedUntilMs = -Infinity;
  return {
    take(nowMs) {
      if (nowMs < refusedUntilMs) return Math.ceil((refusedUntilMs - nowMs) / 1_000);
      left = Math.min(burst, left + Math.max(0, nowMs - atMs) / CALL_MS);
      atMs = nowMs;
      if (left < 1) {
        refusedUntilMs = nowMs + REFUSED_MS;
        return REFUSED_MS / 1_000;
      }
      left--;
      return undefined;
    },
  };
}
