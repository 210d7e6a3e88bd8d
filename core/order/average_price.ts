/**
 * The average price of a quote and of a fill, which is never worse than the order's worst price.
 *
 * @module
 */
import { type BigDecimal, Option } from "effect";
import {
  compareRatios,
  type ExactAmounts,
  ONE_E6,
  over,
  type Ratio,
  roundRatio,
  type Side,
} from "../fee/mod.ts";
import type { Fill } from "./order_outcome.ts";

/** Prices have at most 6 decimals, so an average that is rounded to 8 passes none of them. */
const SHOWN = { scale: 8, mode: "half_even" } as const;

/** The side of an order and the worst price of any of its fills, USDC times 10^6. */
export interface PriceBound {
  readonly side: Side;
  /** None where it is not known. */
  readonly priceE6: Option.Option<bigint>;
}

/** Returns USDC per share with 8 decimals. */
export function averagePrice({ usdc, shares }: ExactAmounts): BigDecimal.BigDecimal {
  return roundRatio(over(usdc, shares), SHOWN);
}

/**
 * The venue cuts the amount that a taker takes, shares of a BUY or USDC of a SELL, to as few as 4
 * decimals, and the other one to 6. These are the steps, times 10^6.
 */
const [TAKEN_STEP_E6, GIVEN_STEP_E6] = [100n, 1n];

/**
 * Returns the average price of a fill with 8 decimals; none where an amount is not known, or no
 * share was traded.
 *
 * Nothing rests between the order's price and the next step of the grid, so a quotient that passes
 * the price because the amounts were cut is the price itself. One that passes it by more is
 * returned as it is: then the venue has traded worse than it was allowed to.
 */
export function filledPrice(
  { sharesE6, usdcE6 }: Fill,
  { side, priceE6 }: PriceBound,
): Option.Option<BigDecimal.BigDecimal> {
  return Option.all({ sharesE6, usdcE6 }).pipe(
    Option.filter((fill) => fill.sharesE6 > 0n),
    Option.map((fill) => {
      const stated = ratio(fill.usdcE6, fill.sharesE6);
      if (Option.isNone(priceE6)) return roundRatio(stated, SHOWN);
      const price = ratio(priceE6.value, ONE_E6);
      // No fill of these amounts averages better.
      const atBest = side === "BUY"
        ? ratio(fill.usdcE6 - GIVEN_STEP_E6, fill.sharesE6 + TAKEN_STEP_E6)
        : ratio(fill.usdcE6 + TAKEN_STEP_E6, fill.sharesE6 - GIVEN_STEP_E6);
      const isCut = isWorse(side, stated, price) && isWorse(side, price, atBest);
      return roundRatio(isCut ? price : stated, SHOWN);
    }),
  );
}

function isWorse(side: Side, price: Ratio, than: Ratio): boolean {
  return compareRatios(price, than) === (side === "BUY" ? 1 : -1);
}

function ratio(numerator: bigint, denominator: bigint): Ratio {
  return { numerator, denominator };
}
