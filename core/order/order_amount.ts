/**
 * The amount of a market order: its rounding and its minimum.
 *
 * @module
 */
import { BigDecimal, Option, Result } from "effect";
import { floorE6, formatDecimal, ONE_E6, type Side, toE6 } from "../fee/mod.ts";
import { RequestRejected } from "../request.ts";

/** Amounts are whole cents, or hundredths of a share. */
const AMOUNT_DECIMALS = 2;

/**
 * The minimum that a BUY spends, in USDC times 10^6.
 *
 * Source: the venue's refusal "invalid amount for a marketable BUY order ($0.7), min size: $1".
 */
export const BUY_MIN_E6 = ONE_E6;

/** Rounds an amount times 10^6 down to whole cents, or to hundredths of a share. */
export function floorAmountE6(amountE6: bigint): bigint {
  return floorE6(amountE6, AMOUNT_DECIMALS);
}

/**
 * Returns what an order gives instead of the amount that was requested, as decimal text; none where
 * it gives all of it. Times 10^6.
 */
export function loweredToE6(requested: string, makerAmountE6: bigint): Option.Option<bigint> {
  const wholeE6 = floorAmountE6(toE6(BigDecimal.fromStringUnsafe(requested)));
  return Option.filter(Option.some(makerAmountE6), (madeE6) => madeE6 < wholeE6);
}

const HINTS = {
  BUY: "Send at least 1 USDC; amounts are rounded down to whole cents",
  SELL: "Send at least 0.01 shares; amounts are rounded down to hundredths",
} as const satisfies Record<Side, string>;

/**
 * Returns an amount times 10^6: USDC to spend on a BUY, shares to sell on a SELL, rounded down to
 * whole cents or hundredths. The venue decides the minimum of a SELL.
 */
export function readOrderAmount(
  amount: BigDecimal.BigDecimal,
  side: Side,
): Result.Result<bigint, RequestRejected> {
  const amountE6 = floorAmountE6(toE6(amount));
  return amountE6 >= (side === "BUY" ? BUY_MIN_E6 : 1n) ? Result.succeed(amountE6) : Result.fail(
    new RequestRejected({
      parameter: "amount",
      received: formatDecimal(amount),
      hint: HINTS[side],
      reason: "too_small",
    }),
  );
}
