/**
 * How often the site answers about prices: all callers together, in whatever process they are.
 *
 * Source: how soon the real site was seen to refuse, and that it answers again after 30 s; its
 * numbers are not published. That one call in five seconds is never refused was seen as well.
 *
 * @module
 */

/** Counts calls. */
export interface SitePace {
  /**
   * Counts a call at an instant of the sandbox's clock. Undefined where it is answered; one that
   * is refused counts nothing, and gives the seconds to wait.
   */
  take(nowMs: number): number | undefined;
}

const CALL_MS = 4_000;
const BURST = 3;
/** From the first refusal on nobody is answered for so long, however seldom they ask. */
const REFUSED_MS = 30_000;
/** A machine holds calls up by less than this. */
const HELD_UP_MS = 1_000;

/**
 * No call yet. On a fast clock a call that the machine holds up for a moment is late by many
 * virtual seconds, and then stands close to the next: the burst is larger by as many calls as fit
 * into such a moment, so that whoever keeps to the pace is not refused for the machine's sake.
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
