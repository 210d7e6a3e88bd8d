/**
 * Providers' rate limits, counted per key, such as a client's address.
 *
 * Times are unix milliseconds on the sandbox's clock.
 *
 * @module
 */
import { BoundedMap } from "../../../core/bounded_map.ts";

/** Keys that are counted at a time: a key may be text of the caller's, such as a path. */
const COUNTED_KEYS_MAX = 10_000;

/** Counts uses. */
export interface RateLimit {
  /**
   * Counts a use, and returns undefined. A use above the limit is not counted, and returns the
   * milliseconds to wait.
   */
  take(key: string, nowMs: number): number | undefined;
}

/** Counts uses by weight. */
export interface WeightLimit extends RateLimit {
  take(key: string, nowMs: number, weight?: number): number | undefined;
}

/** Limits the weight in each window, such as each minute of the clock. */
export function makeFixedWindow(max: number, windowMs: number): WeightLimit {
  const used = new BoundedMap<string, number>(COUNTED_KEYS_MAX);
  let window = -1;
  return {
    take(key, nowMs, weight = 1) {
      const current = Math.floor(nowMs / windowMs);
      if (current !== window) used.clear();
      window = current;
      const total = (used.get(key) ?? 0) + weight;
      if (total > max) return windowMs - nowMs % windowMs;
      used.set(key, total);
      return undefined;
    },
  };
}

/** Limits the uses within any span of this length. */
export function makeSlidingWindow(max: number, windowMs: number): RateLimit {
  const uses = new BoundedMap<string, number[]>(COUNTED_KEYS_MAX);
  return {
    take(key, nowMs) {
      const recent = (uses.get(key) ?? []).filter((atMs) => atMs > nowMs - windowMs);
      uses.setNewest(key, recent);
      const [oldestMs = nowMs] = recent;
      if (recent.length >= max) return oldestMs + windowMs - nowMs;
      recent.push(nowMs);
      return undefined;
    },
  };
}

/**
 * Limits the uses per second. On a fast clock the limit applies to a real second, in which
 * proportionally more uses are allowed: requests arrive no more evenly, and clients pause no
 * longer, on a faster clock.
 */
export function makeRatePerSecond(maxPerSec: number, speed: number): RateLimit {
  const faster = Math.max(1, speed);
  return makeSlidingWindow(Math.floor(maxPerSec * faster), 1_000 * faster);
}
