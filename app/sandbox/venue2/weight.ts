/**
 * The secondary venue's limit: so much weight a minute from one address.
 *
 * @module
 */

const MINUTE_MS = 60_000;
const WEIGHT_PER_MINUTE = 1_200;

/** Counts the weight of every client. */
export interface WeightMeter {
  /** Adds a request. False where it is too much; what is refused weighs nothing. */
  charge(client: string, weight: number, nowMs: number): boolean;
}

/** Nothing used yet. */
export function makeWeightMeter(): WeightMeter {
  const used = new Map<string, number>();
  let minute = -1;
  return {
    charge(client, weight, nowMs) {
      const now = Math.floor(nowMs / MINUTE_MS);
      if (now !== minute) used.clear();
      minute = now;
      const total = (used.get(client) ?? 0) + weight;
      if (total > WEIGHT_PER_MINUTE) return false;
      used.set(client, total);
      return true;
    },
  };
}
