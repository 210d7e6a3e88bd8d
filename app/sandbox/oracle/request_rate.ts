/**
 * The oracle's rate limit: so many requests in any second, for each endpoint and user.
 *
 * @module
 */

/** Counts requests. */
export interface RequestRate {
  /** Whether a request at this instant is still within the limit; it counts if so. */
  admit(key: string, nowMs: number): boolean;
}

const REQUESTS_PER_SEC = 10;

/**
 * No requests yet. Times are on the sandbox's clock. On a fast one the limit holds for a second
 * of the machine, in which as many times more are allowed: requests arrive no more evenly
 * because the clock runs faster.
 */
export function makeRequestRate(speed: number): RequestRate {
  const spanMs = 1_000 * Math.max(1, speed);
  const limit = Math.floor(REQUESTS_PER_SEC * Math.max(1, speed));
  const admitted = new Map<string, number[]>();
  return {
    admit(key, nowMs) {
      const recent = (admitted.get(key) ?? []).filter((atMs) => atMs > nowMs - spanMs);
      const isWithin = recent.length < limit;
      if (isWithin) recent.push(nowMs);
      admitted.set(key, recent);
      return isWithin;
    },
  };
}
