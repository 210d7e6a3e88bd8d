/**
 * A taker's trade: the amount given, the amount received, and the resulting price.
 *
 * @module
 */
import { BigDecimal, Option, Result } from "effect";
import { RequestRejected } from "../request.ts";
import { formatDecimal } from "./decimal.ts";
import { over, type Ratio, toRatio } from "./ratio.ts";

/** `BUY` gives USDC for shares. `SELL` gives shares for USDC. */
export const SIDES = ["BUY", "SELL"] as const;

/** One of {@linkcode SIDES}. */
export type Side = (typeof SIDES)[number];

/** The amounts given (`making`) and received (`taking`), in the units of the side. */
export interface Amounts {
  readonly making: BigDecimal.BigDecimal;
  readonly taking: BigDecimal.BigDecimal;
}

/** A trade at a price strictly between 0 and 1. */
export interface Trade extends Amounts {
  readonly side: Side;
  readonly shares: BigDecimal.BigDecimal;
  readonly usdc: BigDecimal.BigDecimal;
}

/** The USDC and the shares of a trade, as fractions: as decimals, some would have no end. */
export interface ExactAmounts {
  readonly usdc: Ratio;
  readonly shares: Ratio;
}

/** Builds the trade of a given side. Refuses amounts whose price is not between 0 and 1. */
export function tradeOf(side: Side, amounts: Amounts): Result.Result<Trade, RequestRejected> {
  const { making, taking } = amounts;
  const trade: Trade = side === "BUY"
    ? { side, making, taking, usdc: making, shares: taking }
    : { side, making, taking, usdc: taking, shares: making };
  if (BigDecimal.isLessThan(trade.usdc, trade.shares)) return Result.succeed(trade);
  const [parameter, shares] = side === "BUY"
    ? ["makingAmount", "takingAmount"] as const
    : ["takingAmount", "makingAmount"] as const;
  const hint = `A share costs less than 1 USDC: for a ${side}, ${parameter} is USDC and must be ` +
    `less than ${shares}, the shares, which are ${formatDecimal(trade.shares)}`;
  return Result.fail(
    new RequestRejected({ parameter, received: formatDecimal(trade.usdc), hint }),
  );
}

/**
 * Builds a trade from two amounts and infers its side: shares always outnumber the USDC they cost,
 * so giving the smaller amount is a BUY. A stated side must equal the inferred one.
 */
export function tradeOfAmounts(
  amounts: Amounts,
  stated: Option.Option<Side>,
): Result.Result<Trade, RequestRejected> {
  const { making, taking } = amounts;
  if (BigDecimal.equals(making, taking)) {
    const hint = "Equal amounts would be a price of 1: send less USDC than shares. " +
      "makingAmount is what you give, takingAmount what you get";
    const received = formatDecimal(taking);
    return Result.fail(new RequestRejected({ parameter: "takingAmount", received, hint }));
  }
  const side = BigDecimal.isLessThan(making, taking) ? "BUY" : "SELL";
  if (Option.isSome(stated) && stated.value !== side) {
    const hint =
      `makingAmount ${formatDecimal(making)} for takingAmount ${formatDecimal(taking)} ` +
      `is a ${side}, since a share costs less than 1 USDC: send ${side}, or swap the amounts`;
    return Result.fail(new RequestRejected({ parameter: "side", received: stated.value, hint }));
  }
  return tradeOf(side, amounts);
}

/** Returns the price of one share, in USDC. */
export function priceOf({ usdc, shares }: Pick<Trade, "usdc" | "shares">): Ratio {
  return over(toRatio(usdc), toRatio(shares));
}
