/**
 * The price steps that a market can have, and how many decimals amounts have at each.
 *
 * Source: the rounding tables of the venue's official clients, autumn 2026, and the limit that its
 * server states when it refuses a BUY with more decimals.
 *
 * @module
 */
import { Option } from "effect";

/** The decimals that amounts may have. */
export interface AmountDecimals {
  /** Decimals of the shares that a buyer takes for a sum of money. */
  readonly bought: number;
  /** Decimals of the money that a seller takes for a number of shares. */
  readonly proceeds: number;
}

/**
 * Every tick of the venue, times 10^6, with the decimals of an amount that is hundredths times a
 * price: the price's own decimals plus two, so that proceeds are exact.
 */
const AMOUNT_DECIMALS: ReadonlyMap<bigint, number> = new Map([
  [100_000n, 3],
  [10_000n, 4],
  [5_000n, 5],
  [2_500n, 6],
  [1_000n, 5],
  [100n, 6],
]);

/** The venue's server refuses more decimals of bought shares, at any tick. */
const BOUGHT_DECIMALS_MAX = 4;

/** Returns the decimals at a tick, in USDC times 10^6; none for a tick that the venue lacks. */
export function amountDecimals(tickE6: bigint): Option.Option<AmountDecimals> {
  return Option.map(Option.fromUndefinedOr(AMOUNT_DECIMALS.get(tickE6)), (decimals) => ({
    bought: Math.min(decimals, BOUGHT_DECIMALS_MAX),
    proceeds: decimals,
  }));
}
