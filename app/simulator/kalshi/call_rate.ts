/**
 * Kalshi's rate limit for callers without an account: reads per second and client address.
 *
 * @module
 */

/** The limit of the lowest tier, which applies to callers without a key. */
const CALLS_PER_SEC = 20;

/** Counts the calls of every client. */
export interface CallRate {
  /** Counts a call. Returns false above the limit. */
  take(client: string, nowMs: number): boolean;
}

/** Makes an empty counter. */
export function makeCallRate(): CallRate {
  const calls = new Map<string, number>();
  let second = -1;
  return {
    take(client, nowMs) {
      const now = Math.floor(nowMs / 1000);
      if (now !== second) calls.clear();
      second = now;
      const count = (calls.get(client) ?? 0) + 1;
      calls.set(client, count);
      return count <= CALLS_PER_SEC;
    },
  };
}
