/**
 * Kalshi's limit for those who have no account: so many reads in each second, from one address.
 *
 * @module
 */

/** Of the lowest tier, which is what a caller without a key has. */
const CALLS_PER_SEC = 20;

/** Counts the calls of every client. */
export interface CallRate {
  /** Counts a call. False where it is one too many. */
  take(client: string, nowMs: number): boolean;
}

/** Nobody has called yet. */
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
