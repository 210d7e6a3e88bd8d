/**
 * The secondary venue's limits: so much a minute from one address.
 *
 * @module
 */

const MINUTE_MS = 60_000;

/** Weight of questions in a minute. Source: its documentation, "rate limits and user limits". */
export const WEIGHT_PER_MINUTE = 1_200;
/** New WebSockets in a minute, from the same page. */
export const CONNECTIONS_PER_MINUTE = 30;
/** Messages of WebSockets in a minute, from the same page. */
export const MESSAGES_PER_MINUTE = 2_000;

/** Counts what every client uses up. */
export interface MinuteMeter {
  /** Adds to it. False where it is too much; what is refused counts nothing. */
  charge(client: string, amount: number, nowMs: number): boolean;
}

/** Nothing used yet. Minutes are those of the clock. */
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
