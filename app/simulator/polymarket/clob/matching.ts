/**
 * The matching of an order with offers.
 *
 * @module
 */
import { ONE_E6 } from "./micro_units.ts";
import { type Level } from "./level.ts";
import { type Side } from "./market_feed.ts";

/**
 * The worst price of an order, as the exchange contract computes it from the two signed amounts:
 * money over shares, exactly.
 */
export interface Limit {
  readonly side: Side;
  readonly moneyE6: bigint;
  readonly sharesE6: bigint;
}

/** The amount wanted: shares, or the shares that an amount of money buys. */
export type Want =
  | { readonly kind: "shares"; readonly sizeE6: bigint }
  | { readonly kind: "money"; readonly amountE6: bigint };

/** The shares taken from the offer of the same index, times 10^6. */
export interface Match {
  readonly sizesE6: ReadonlyArray<bigint>;
  /** Whether nothing tradable is left of the wanted amount. */
  readonly isComplete: boolean;
}

/** Returns whether a fill at this price is within the limit. */
export function isWithin({ side, moneyE6, sharesE6 }: Limit, priceE6: bigint): boolean {
  const paid = priceE6 * sharesE6;
  const allowed = moneyE6 * ONE_E6;
  return side === "BUY" ? paid <= allowed : paid >= allowed;
}

/**
 * Takes from the offers, best first, up to the limit.
 *
 * Money is spent to the last millionth of a share that it buys; a remainder that buys less than
 * that does not count.
 */
export function matchOffers(
  offers: ReadonlyArray<Level>,
  { limit, want }: { readonly limit: Limit; readonly want: Want },
): Match {
  const sizesE6: bigint[] = [];
  // Shares times 10^6, or money times 10^12, so that whole levels are paid for exactly.
  let rest = want.kind === "shares" ? want.sizeE6 : want.amountE6 * ONE_E6;
  let unit = 1n;
  for (const { priceE6, sizeE6 } of offers) {
    if (rest < unit || !isWithin(limit, priceE6)) break;
    unit = want.kind === "shares" ? 1n : priceE6;
    const reachable = rest / unit;
    const taken = reachable < sizeE6 ? reachable : sizeE6;
    if (taken === 0n) break;
    sizesE6.push(taken);
    rest -= taken * unit;
  }
  return { sizesE6, isComplete: rest < unit };
}
