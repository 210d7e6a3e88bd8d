/**
 * The price that an order's two amounts stand for.
 *
 * @module
 */
import { decimalsOf, ONE_E6 } from "./micro_units.ts";
import { type SignedOrder, type Submission } from "./signed_order.ts";

/** Money and shares of an order, times 10^6, whichever side it is on. */
export function amountsOf(
  { side, makerE6, takerE6 }: SignedOrder,
): { readonly moneyE6: bigint; readonly sharesE6: bigint } {
  return side === "BUY"
    ? { moneyE6: makerE6, sharesE6: takerE6 }
    : { moneyE6: takerE6, sharesE6: makerE6 };
}

/** Whether it trades at once or not at all: its amounts are rounded as market orders' are. */
export function isImmediate({ orderType }: Pick<Submission, "orderType">): boolean {
  return orderType === "FOK" || orderType === "FAK";
}

/**
 * How many decimals what a market order takes may have.
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
 * The price on the market's tick that the amounts stand for; undefined for amounts that stand for
 * none. Those of a market order may miss it by what rounding its second amount to four decimals
 * costs, in every market: clients round to that where the tick would allow more. With ticks of 0.1
 * the venue's own client rounds to three.
 */
export function tickPriceE6(
  { order, isRounded }: { readonly order: SignedOrder; readonly isRounded: boolean },
  tickE6: bigint,
): bigint | undefined {
  const { moneyE6, sharesE6 } = amountsOf(order);
  // Half a tick is added, so that the division rounds to the nearest one.
  const ticks = (2n * moneyE6 * ONE_E6 + sharesE6 * tickE6) / (2n * sharesE6 * tickE6);
  const priceE6 = ticks * tickE6;
  const missed = abs(moneyE6 * ONE_E6 - sharesE6 * priceE6);
  if (!isRounded) return missed === 0n ? priceE6 : undefined;
  const decimals = tickE6 === COARSE_TICK_E6 ? COARSE_DECIMALS : AMOUNT_DECIMALS_MIN;
  const stepE6 = 10n ** BigInt(6 - decimals);
  const allowed = order.side === "BUY" ? stepE6 * priceE6 : stepE6 * ONE_E6;
  return missed < allowed ? priceE6 : undefined;
}

/** The amounts' own price, to six decimals, for a message. */
export function impliedPriceE6(order: SignedOrder): bigint {
  const { moneyE6, sharesE6 } = amountsOf(order);
  return (moneyE6 * ONE_E6) / sharesE6;
}

/** Whether an amount has at most so many decimals. */
export function hasDecimals(valueE6: bigint, max: number): boolean {
  return decimalsOf(valueE6) <= max;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
