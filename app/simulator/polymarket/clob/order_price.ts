/**
 * The price implied by an order's two amounts.
 *
 * @module
 */
import { decimalsOf, ONE_E6 } from "./micro_units.ts";
import { type SignedOrder, type Submission } from "./signed_order.ts";

/** Returns the money and shares of an order, times 10^6, for either side. */
export function amountsOf(
  { side, makerE6, takerE6 }: SignedOrder,
): { readonly moneyE6: bigint; readonly sharesE6: bigint } {
  return side === "BUY"
    ? { moneyE6: makerE6, sharesE6: takerE6 }
    : { moneyE6: takerE6, sharesE6: makerE6 };
}

/**
 * Returns whether it trades immediately or not at all: its amounts are rounded like market orders'.
 */
export function isImmediate({ orderType }: Pick<Submission, "orderType">): boolean {
  return orderType === "FOK" || orderType === "FAK";
}

/**
 * Returns the maximum decimals of a market order's taker amount.
 *
 * Source: the decimals that the venue's own clients round amounts to, by tick. Its refusals of
 * purchases name 4, and 5 in a market with ticks of 0.001: so a purchase may have at least 4.
 */
export function takerDecimalsMax(side: SignedOrder["side"], tickE6: bigint): number {
  const decimals = AMOUNT_DECIMALS.get(tickE6) ?? AMOUNT_DECIMALS_MIN;
  return side === "BUY" ? Math.max(decimals, AMOUNT_DECIMALS_MIN) : decimals;
}

const AMOUNT_DECIMALS_MIN = 4;
const AMOUNT_DECIMALS: ReadonlyMap<bigint, number> = new Map([
  [100_000n, 3],
  [10_000n, 4],
  [5_000n, 5],
  [2_500n, 6],
  [1_000n, 5],
  [100n, 6],
]);

/** The tick at which the venue's client rounds a market order's second amount to 3 decimals. */
const COARSE_TICK_E6 = 100_000n;
const COARSE_DECIMALS = 3;

/**
 * Returns the implied price on the market's tick; undefined for amounts that imply none. A market
 * order's price may miss the tick by the effect of rounding its second amount to four decimals, in
 * every market: clients round to that even if the tick allows more. With ticks of 0.1 the venue's
 * own client rounds to three.
 */
export function tickPriceE6(
  { order, isRounded }: { readonly order: SignedOrder; readonly isRounded: boolean },
  tickE6: bigint,
): bigint | undefined {
  const { moneyE6, sharesE6 } = amountsOf(order);
  // Adding half a tick makes the division round to the nearest one.
  const ticks = (2n * moneyE6 * ONE_E6 + sharesE6 * tickE6) / (2n * sharesE6 * tickE6);
  const priceE6 = ticks * tickE6;
  const missed = abs(moneyE6 * ONE_E6 - sharesE6 * priceE6);
  if (!isRounded) return missed === 0n ? priceE6 : undefined;
  const decimals = tickE6 === COARSE_TICK_E6 ? COARSE_DECIMALS : AMOUNT_DECIMALS_MIN;
  const stepE6 = 10n ** BigInt(6 - decimals);
  const allowed = order.side === "BUY" ? stepE6 * priceE6 : stepE6 * ONE_E6;
  return missed < allowed ? priceE6 : undefined;
}

/** Returns the price implied by the amounts, to six decimals, for an error message. */
export function impliedPriceE6(order: SignedOrder): bigint {
  const { moneyE6, sharesE6 } = amountsOf(order);
  return (moneyE6 * ONE_E6) / sharesE6;
}

/** Returns whether an amount has at most this many decimals. */
export function hasDecimals(valueE6: bigint, max: number): boolean {
  return decimalsOf(valueE6) <= max;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
