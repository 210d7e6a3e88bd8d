/**
 * The venue's rate-limit tiers: how many entries it accepts from one signer.
 *
 * Source: the venue's page on trading rate limits, August 2026. Each signer has two buckets, which
 * refill continuously: an order takes one from the first; a cancellation takes one from the second,
 * and one more for every order that it cancels. Tiers follow the volume of thirty days.
 *
 * @module
 */

/** The kinds of entries, each counted in its own bucket. */
export type EntryKind = "orders" | "cancels";

/** A bucket's refill per second, and its capacity. */
export interface EntryRate {
  readonly perSec: number;
  readonly burst: number;
}

/** The two buckets of a signer. */
export type EntryTier = Readonly<Record<EntryKind, EntryRate>>;

/** The tier assumed before the venue has reported one. No tier has less. */
export const LOWEST_TIER: EntryTier = tier([40, 60], [80, 120]);

/** Every tier by its name. */
export const ENTRY_TIERS: ReadonlyMap<string, EntryTier> = new Map([
  ["standard", LOWEST_TIER],
  ["copper", tier([60, 90], [120, 180])],
  ["bronze", tier([80, 120], [160, 240])],
  ["silver", tier([200, 300], [400, 600])],
  ["gold", tier([400, 600], [800, 1_200])],
  ["platinum", tier([450, 675], [900, 1_350])],
  ["diamond", tier([525, 787], [1_050, 1_575])],
  ["elite", tier([600, 900], [1_200, 1_800])],
]);

function tier(
  [ordersPerSec, ordersBurst]: readonly [number, number],
  [cancelsPerSec, cancelsBurst]: readonly [number, number],
): EntryTier {
  return {
    orders: { perSec: ordersPerSec, burst: ordersBurst },
    cancels: { perSec: cancelsPerSec, burst: cancelsBurst },
  };
}
