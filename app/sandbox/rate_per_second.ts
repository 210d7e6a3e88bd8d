/**
 * A limit of a provider: so many in any second, for each of those it counts apart.
 *
 * @module
 */

/** Counts them. */
export interface RatePerSecond {
  /** Whether one at this instant is still within the limit; it counts if so. */
  admit(key: string, nowMs: number): boolean;
}

/**
 * None yet. Times are on the sandbox's clock. On a fast one the limit holds for a second of the
 * machine, in which as many times more are allowed: they arrive no more evenly, and clients pause
 * no longer, because the clock runs faster.
 */
export function makeRatePerSecond(maxPerSec: number, speed: number): RatePerSecond {
  const faster = Math.max(1, speed);
  const spanMs = 1_000 * faster;
  const max = Math.floor(maxPerSec * faster);
  const admitted = new Map<string, number[]>();
  return {
    admit(key, nowMs) {
      const recent = (admitted.get(key) ?? []).filter((atMs) => atMs > nowMs - spanMs);
      // Those past the limit are not counted: the list stays as short as the limit.
      const isWithin = recent.length < max;
      if (isWithin) recent.push(nowMs);
      admitted.set(key, recent);
      return isWithin;
    },
  };
}
