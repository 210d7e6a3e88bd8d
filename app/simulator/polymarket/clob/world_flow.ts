/**
 * The world's traders who take from the users' resting orders: a function of seed, instant and
 * order.
 *
 * @module
 */
import { hash32, streamOf, unit } from "../../world/hash.ts";
import { ONE_E6 } from "./micro_units.ts";
import { type PlacedOrder } from "./placed_order.ts";

/** In each slot of this many milliseconds of the clock, one trader at most comes to a side. */
const SLOT_MS = 1_000;

/** How likely a trader comes. Orders at the world's best price share its traders with the world. */
const CHANCE_AT_TOUCH = 0.2;
const CHANCE_INSIDE = 0.4;
/** What a trader takes: a part of the order, within these limits in shares. */
const PART_MIN = 0.05;
const PART_SPREAD = 0.3;
const SHARES_E6_MIN = ONE_E6;
const SHARES_E6_MAX = 25n * ONE_E6;
/** Traders take whole hundredths of a share. */
const CENT_E6 = 10_000n;
const PARTS = 10_000;

/**
 * Returns the shares times 10^6 that a trader wants in a slot when this order is the first to be
 * met; 0n if nobody comes. `isInside`: it is better than every price of the world.
 */
export function flowE6(
  first: Pick<PlacedOrder, "id" | "sizeE6">,
  { seed, slot, isInside }: {
    readonly seed: number;
    readonly slot: number;
    readonly isInside: boolean;
  },
): bigint {
  const drawn = hash32(streamOf(seed, `flow ${first.id}`), slot);
  if (unit(drawn) >= (isInside ? CHANCE_INSIDE : CHANCE_AT_TOUCH)) return 0n;
  const part = BigInt(Math.floor((PART_MIN + PART_SPREAD * unit(hash32(drawn, 1))) * PARTS));
  const wantedE6 = (first.sizeE6 * part) / BigInt(PARTS) / CENT_E6 * CENT_E6;
  if (wantedE6 < SHARES_E6_MIN) return SHARES_E6_MIN;
  return wantedE6 > SHARES_E6_MAX ? SHARES_E6_MAX : wantedE6;
}

/** Returns the slots that have begun after one, and until an instant; the last ones if many. */
export function slotsAfter(slot: number, nowMs: number): ReadonlyArray<number> {
  const last = slotOf(nowMs);
  const first = Math.max(slot + 1, last - SLOTS_MAX + 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}

/** Returns the slot of an instant in unix milliseconds. */
export function slotOf(nowMs: number): number {
  return Math.floor(nowMs / SLOT_MS);
}

/** Slots that are made up for when the clock jumps: five minutes of them. */
const SLOTS_MAX = 300;
