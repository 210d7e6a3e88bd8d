/**
 * The times when a side of a recurring market has no price: an empty book and no trades.
 *
 * @module
 */
import { DAY_SEC } from "../../../core/time/mod.ts";
import { hash32, streamOf } from "../world/hash.ts";
import { type OutcomeSide } from "./coin.ts";

/** Length of a slot without a price, in seconds. */
const GAP_SLOT_SEC = 600;
const SLOTS = DAY_SEC / GAP_SLOT_SEC;

/** Makes two gaps per outcome and day, one before noon UTC and one after; each affects one side. */
export function makeSideGaps(seed: number): (side: OutcomeSide, sec: number) => boolean {
  const stream = streamOf(seed, "venue2 side gap");
  return ({ outcome, side }, sec) => {
    const slot = Math.floor(sec / GAP_SLOT_SEC);
    const half = Math.floor(slot / (SLOTS / 2));
    const drawn = hash32(hash32(stream, outcome), half);
    return slot % (SLOTS / 2) === drawn % (SLOTS / 2) && side === (drawn >>> 16) % 2;
  };
}
