/**
 * The steps that prices of a market can have, and how many decimals amounts have at each.
 *
 * Source: the rounding tables of the venue's official clients, autumn 2026, and the limit that its
 * server states when it refuses a BUY with more decimals.
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

/**
 * Every tick that the venue has, times 10^6, with the decimals of an amount that follows from
 * hundredths and a price: the price's own decimals and two more, so that proceeds are exact.
 */
const AMOUNT_DECIMALS: ReadonlyMap<bigint, number> = new Map([
  [100_000n, 3],
  [10_000n, 4],
  [5_000n, 5],
  [2_500n, 6],
  [1_000n, 5],
  [100n, 6],
]);

/** Its server refuses more decimals of the shares that are bought, at any tick. */
const BOUGHT_DECIMALS_MAX = 4;

/** The decimals at a tick, in USDC times 10^6; none for a tick that the venue does not have. */
export function amountDecimals(tickE6: bigint): Option.Option<AmountDecimals> {
  return Option.map(Option.fromUndefinedOr(AMOUNT_DECIMALS.get(tickE6)), (decimals) => ({
    bought: Math.min(decimals, BOUGHT_DECIMALS_MAX),
    proceeds: decimals,
  }));
}
