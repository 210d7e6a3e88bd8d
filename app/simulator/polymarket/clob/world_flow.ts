/**
 * The world's traders who take from the users' resting orders: a function of seed, second and
 * order.
 *
 * @module
 */
import { hash32, streamOf, unit } from "../../world/hash.ts";
import { ONE_E6 } from "./micro_units.ts";

/**
 * Where an order stands to the world's prices: at its best price of that side, better than it, or
 * where the world's other side has moved to.
 */
export type Standing = "touch" | "inside" | "crossed";

/** How traders come to orders that stand so. */
interface Habit {
  /** How likely one comes in a slot. */
  readonly chance: number;
  /** The least part that one takes, and how much more it may be. */
  readonly part: number;
  readonly partSpread: number;
  /** What one takes at the least and at the most, in shares times 10^6. */
  readonly leastE6: bigint;
  readonly mostE6: bigint;
}

const habit = (chance: number, part: number, partSpread: number, least: bigint, most: bigint) => ({
  chance,
  part,
  partSpread,
  leastE6: least * ONE_E6,
  mostE6: most * ONE_E6,
});

/** At the touch the world's own orders get a share of the traders. */
const HABITS: Readonly<Record<Standing, Habit>> = {
  touch: habit(0.25, 0.05, 0.3, 1n, 25n),
  inside: habit(0.5, 0.05, 0.3, 1n, 25n),
  crossed: habit(1, 0.3, 0.5, 5n, 1_000n),
};

/** In each slot of this many milliseconds of the clock, one trader at most comes to a side. */
const SLOT_MS = 1_000;
/** Traders take whole hundredths of a share. */
const CENT_E6 = 10_000n;
const PARTS = 10_000;
/** Slots that are made up for when the clock jumps: five minutes of them. */
const SLOTS_MAX = 300;

/**
 * Returns the shares times 10^6 that a trader wants in a slot of the orders that stand so; 0n if
 * nobody comes. `id` is the first order, and `sizeE6` what the trader takes a part of.
 */
export function flowE6(
  { id, sizeE6, standing }: {
    readonly id: string;
    readonly sizeE6: bigint;
    readonly standing: Standing;
  },
  { seed, slot }: { readonly seed: number; readonly slot: number },
): bigint {
  const { chance, part, partSpread, leastE6, mostE6 } = HABITS[standing];
  const drawn = hash32(streamOf(seed, `flow ${id}`), slot);
  if (unit(drawn) >= chance) return 0n;
  const parts = BigInt(Math.floor((part + partSpread * unit(hash32(drawn, 1))) * PARTS));
  const wantedE6 = (sizeE6 * parts) / BigInt(PARTS) / CENT_E6 * CENT_E6;
  return wantedE6 < leastE6 ? leastE6 : wantedE6 > mostE6 ? mostE6 : wantedE6;
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
