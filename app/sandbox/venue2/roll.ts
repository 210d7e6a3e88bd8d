/**
 * When recurring markets end and begin: an expiry each morning, its settlement some seconds later,
 * and the next market a little after that.
 *
 * @module
 */
import { DAY_SEC } from "../../../core/time/mod.ts";
import { hash32, streamOf } from "../world/hash.ts";

/** Markets expire at 06:00 UTC. */
const EXPIRY_SEC = 6 * 3_600;
/** A real settlement was written 12.035 s after the expiry. */
const SETTLED_MS_MIN = 12_000;
const SETTLED_MS_SPREAD = 1_000;
/** Between the settlement and the next market nothing is listed. */
const GAP_MS_MIN = 1_000;
const GAP_MS_SPREAD = 3_001;

/** One morning, in unix milliseconds. */
export interface Roll {
  /** The markets of the day before have reached their end, and stay listed. */
  readonly expiryMs: number;
  /** They are settled, and not listed any more. */
  readonly settledMs: number;
  /** The markets of this day are listed. */
  readonly createdMs: number;
}

/** The day whose morning was the last at or before an instant; days count from 1970-01-01. */
export function dayOfRoll(nowMs: number): number {
  return Math.floor((nowMs / 1000 - EXPIRY_SEC) / DAY_SEC);
}

/** The mornings of a seed by day. */
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
