/**
 * How the venue rounds prices and amounts, by the smallest step of a market's price.
 *
 * Source: the rounding table of the venue's official client, version 1.1.0, and the limits that its
 * server states in the refusals of orders with more decimals.
 *
 * @module
 */
import { Option } from "effect";

/** How many decimals an amount may have. */
export interface AmountDecimals {
  /** Of the shares that a buyer takes for a sum of money. */
  readonly bought: number;
  /** Of the money that a seller takes for a number of shares. */
  readonly proceeds: number;
}

/** Whoever takes shares for money gets no more decimals than this at any tick. */
const BOUGHT_DECIMALS_MAX = 4;
/** Whoever takes money for shares gets no more decimals than this at any tick. */
const PROCEEDS_DECIMALS_MAX = 5;

/** Decimals of the amount that follows from another one and the price, by tick times 10^6. */
const AMOUNT_DECIMALS: ReadonlyMap<bigint, number> = new Map([
  [100_000n, 3],
  [10_000n, 4],
  [5_000n, 5],
  [2_500n, 6],
  [1_000n, 5],
  [100n, 6],
]);

/** The decimals at a tick, in USDC times 10^6; none for a tick that the venue does not have. */
export function amountDecimals(tickE6: bigint): Option.Option<AmountDecimals> {
  return Option.map(Option.fromUndefinedOr(AMOUNT_DECIMALS.get(tickE6)), (decimals) => ({
    bought: Math.min(decimals, BOUGHT_DECIMALS_MAX),
    proceeds: Math.min(decimals, PROCEEDS_DECIMALS_MAX),
  }));
}
