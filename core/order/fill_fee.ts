/**
 * The fee of a fill, by the schedule of its market.
 *
 * @module
 */
import { BigDecimal, Option } from "effect";
import { flatFee, ONE_E6 } from "../fee/mod.ts";
import type { OrderFill } from "./fill.ts";

/**
 * Returns what a fill cost in USDC besides its price: nothing as maker, and as taker what the flat
 * formula gives. None as taker where the rate, a fraction, is not known.
 */
export function fillFeeUsdc(
  { role, priceE6, sharesE6 }: Pick<OrderFill, "role" | "priceE6" | "sharesE6">,
  feeRate: Option.Option<BigDecimal.BigDecimal>,
): Option.Option<BigDecimal.BigDecimal> {
  const worthE12 = priceE6 * sharesE6;
  if (role === "maker" || worthE12 === 0n) return Option.some(BigDecimal.fromBigInt(0n));
  const trade = {
    usdc: { numerator: worthE12, denominator: ONE_E6 * ONE_E6 },
    shares: { numerator: sharesE6, denominator: ONE_E6 },
  };
  return Option.map(feeRate, (rate) => flatFee(trade, rate).feeUsdc);
}
