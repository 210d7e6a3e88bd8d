/**
 * A provider's rate limit: a number of uses per second, counted per key.
 *
 * @module
 */

/** Counts them. */
export interface RatePerSecond {
  /** Returns whether a use at this instant is within the limit, and counts it if so. */
  admit(key: string, nowMs: number): boolean;
}

/**
 * Makes an empty counter. Times are on the sandbox's clock. On a fast clock the limit applies to a
 * real second, in which proportionally more uses are allowed: requests arrive no more evenly, and
 * clients pause no longer, on a faster clock.
 */
export function makeRatePerSecond(maxPerSec: number, speed: number): RatePerSecond {
  const faster = Math.max(1, speed);
  const spanMs = 1_000 * faster;
  const max = Math.floor(maxPerSec * faster);
  const admitted = new Map<string, number[]>();
  return {
    admit(key, nowMs) {
      const recent = (admitted.get(key) ?? []).filter((atMs) => atMs > nowMs - spanMs);
      // Uses above the limit are not counted, which keeps the list as short as the limit.
      const isWithin = recent.length < max;
      if (isWithin) recent.push(nowMs);
      admitted.set(key, recent);
      return isWithin;
    },
  };
}
