/**
 * Amounts on a coarser grid, for a venue that takes fewer decimals than an order was made with.
 *
 * @module
 */
import { ONE_E6 } from "../fee/mod.ts";
import type { MarketOrder } from "./market_order.ts";
import type { Accuracy } from "./order_outcome.ts";

/** Amounts have at most as many decimals. */
const DECIMALS = 6;

/**
 * Returns the step of the amounts that have no more decimals than the venue takes, times 10^6: of a
 * SELL neither the shares nor, at the order's price, what they bring. What a BUY takes for its
 * money is rounded down anyway, to whatever decimals.
 */
export function amountStepE6(
  { side, priceE6 }: Pick<MarketOrder, "side" | "priceE6">,
  { maker, taker }: Accuracy,
): bigint {
  const makerStepE6 = stepE6(maker);
  if (side === "BUY") return makerStepE6;
  // Shares times price are counted times 10^12.
  const worthStepE12 = stepE6(taker) * ONE_E6;
  const exactStepE6 = worthStepE12 / gcd(priceE6, worthStepE12);
  return exactStepE6 * makerStepE6 / gcd(exactStepE6, makerStepE6);
}

function stepE6(decimals: number): bigint {
  return 10n ** BigInt(Math.max(0, DECIMALS - decimals));
}

/** Returns the greatest common divisor. */
export function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}
