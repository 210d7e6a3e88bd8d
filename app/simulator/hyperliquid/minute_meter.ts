/**
 * The secondary venue's rate limits, per minute and client address.
 *
 * @module
 */

const MINUTE_MS = 60_000;

/** Weight of calls per minute. Source: its documentation, "rate limits and user limits". */
export const WEIGHT_PER_MINUTE = 1_200;
/** New WebSockets per minute. Source: the same page. */
export const CONNECTIONS_PER_MINUTE = 30;
/** WebSocket messages per minute. Source: the same page. */
export const MESSAGES_PER_MINUTE = 2_000;

/** Counts the usage of every client. */
export interface MinuteMeter {
  /** Counts a use. Returns false above the limit; a refused use does not count. */
  charge(client: string, amount: number, nowMs: number): boolean;
}

/** Makes an empty meter. Minutes are those of the clock. */
export function makeMinuteMeter(max: number): MinuteMeter {
  const used = new Map<string, number>();
  let minute = -1;
  return {
    charge(client, amount, nowMs) {
      const now = Math.floor(nowMs / MINUTE_MS);
      if (now !== minute) used.clear();
      minute = now;
      const total = (used.get(client) ?? 0) + amount;
      if (total > max) return false;
      used.set(client, total);
      return true;
    },
  };
}
