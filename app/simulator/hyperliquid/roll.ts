/**
 * The daily rollover of recurring markets: the expiry each morning, the settlement some seconds
 * later, and the next market shortly after.
 *
 * @module
 */
import { DAY_SEC } from "../../../core/time/mod.ts";
import { hash32, streamOf } from "../world/hash.ts";

/** Markets expire at 06:00 UTC. */
const EXPIRY_SEC = 6 * 3_600;
/** Delay of the settlement. A real one was written 12.035 s after the expiry. */
const SETTLED_MS_MIN = 12_000;
const SETTLED_MS_SPREAD = 1_000;
/** Nothing is listed between the settlement and the next market. */
const GAP_MS_MIN = 1_000;
const GAP_MS_SPREAD = 3_001;

/** One morning, in unix milliseconds. */
export interface Roll {
  /** The previous day's markets have expired, but stay listed. */
  readonly expiryMs: number;
  /** They are settled and no longer listed. */
  readonly settledMs: number;
  /** This day's markets are listed. */
  readonly createdMs: number;
}

/** Returns the day of the last rollover at or before an instant; days count from 1970-01-01. */
export function dayOfRoll(nowMs: number): number {
  return Math.floor((nowMs / 1000 - EXPIRY_SEC) / DAY_SEC);
}

/** Makes the rollovers of a seed, by day. */
export function makeRolls(seed: number): (day: number) => Roll {
  const settled = streamOf(seed, "venue2 settled");
  const gap = streamOf(seed, "venue2 gap");
  return (day) => {
    const expiryMs = (day * DAY_SEC + EXPIRY_SEC) * 1000;
    const settledMs = expiryMs + SETTLED_MS_MIN + hash32(settled, day) % SETTLED_MS_SPREAD;
    return {
      expiryMs,
      settledMs,
      createdMs: settledMs + GAP_MS_MIN + hash32(gap, day) % GAP_MS_SPREAD,
    };
  };
}
