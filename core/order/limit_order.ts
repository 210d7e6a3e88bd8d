/**
 * Limit orders: turns a price and a number of shares into the two amounts that are signed.
 *
 * Source: the venue's official client, version 1.1.0, for the amounts; its documentation, autumn
 * 2026, for the expiration.
 *
 * @module
 */
import { Option, Result } from "effect";
import {
  ceilDivision,
  floorE6,
  floorTo,
  formatDecimal,
  fromE6,
  least,
  ONE_E6,
  type Side,
} from "../fee/mod.ts";
import type { OrderReason } from "../order_reason.ts";
import { RequestRejected } from "../request.ts";
import { toIsoSeconds } from "../time/mod.ts";
import { averagePrice } from "./average_price.ts";
import { type Book, levelsFor } from "./book.ts";
import { gcd } from "./coarser_amount.ts";
import type { Traded } from "./estimate.ts";
import type { Quote } from "./market_order.ts";
import { canRest, type OrderType } from "./order_type.ts";

/** The terms of a limit order. */
export interface LimitOrderTerms {
  readonly side: Side;
  readonly orderType: OrderType;
  /** USDC a share, times 10^6. */
  readonly priceE6: bigint;
  /** Shares times 10^6. */
  readonly sizeE6: bigint;
  /** When a GTD order ends, in unix seconds. */
  readonly expiresSec: Option.Option<number>;
  /** The order may only rest: the venue refuses it where it would trade at once. */
  readonly isPostOnly: boolean;
}

/** What a market takes: the step of its prices, and its smallest order. Times 10^6. */
export interface LimitRules {
  readonly tickE6: bigint;
  readonly sizeMinE6: bigint;
}

/** An order as it is signed: a buyer makes money and takes shares, a seller the reverse. */
export interface LimitOrder extends LimitOrderTerms {
  readonly kind: "limit";
  readonly makerAmountE6: bigint;
  readonly takerAmountE6: bigint;
}

/** Sizes are hundredths of a share. */
export const SIZE_DECIMALS = 2;

/**
 * How far ahead a GTD order ends at least, in seconds. The venue wants a minute more of the field
 * that it is sent.
 */
export const EXPIRY_SEC_MIN = 120;

/** The venue ends an order so long before the instant in its field. */
const EARLY_SEC = 60;

/**
 * Makes an order of its terms. Amounts are exact: a price off the grid or a finer size is refused,
 * never rounded.
 */
export function priceLimitOrder(
  rules: LimitRules,
  terms: LimitOrderTerms,
): Result.Result<LimitOrder, RequestRejected> {
  return Result.gen(function* () {
    yield* checkPrice(rules, terms.priceE6);
    yield* checkSize(rules, terms);
    const usdcE6 = limitNotionalE6(terms);
    const [makerAmountE6, takerAmountE6] = terms.side === "BUY"
      ? [usdcE6, terms.sizeE6]
      : [terms.sizeE6, usdcE6];
    return { kind: "limit", ...terms, makerAmountE6, takerAmountE6 };
  });
}

/** Checks that a GTD order ends so late that the venue takes it. `nowMs`: unix milliseconds. */
export function checkExpiry(
  { expiresSec }: Pick<LimitOrderTerms, "expiresSec">,
  nowMs: number,
): Result.Result<void, RequestRejected> {
  const sec = Option.getOrElse(expiresSec, () => Infinity);
  if (sec * 1000 >= nowMs + EXPIRY_SEC_MIN * 1000) return Result.void;
  const hint = `Send an instant at least ${EXPIRY_SEC_MIN} s ahead; for a shorter life send ` +
    "lifeS with the orderType GTC";
  return rejected("expiresAt", toIsoSeconds(sec), { hint, reason: "expiration" });
}

/** Returns what an order trades at its own price, in USDC times 10^6. It is exact on the grid. */
export function limitNotionalE6(
  { priceE6, sizeE6 }: Pick<LimitOrderTerms, "priceE6" | "sizeE6">,
): bigint {
  return priceE6 * sizeE6 / ONE_E6;
}

/** Returns what the venue is sent for the end of an order, in unix seconds; 0 for none. */
export function expirationSec({ expiresSec }: Pick<LimitOrderTerms, "expiresSec">): number {
  return Option.match(expiresSec, { onNone: () => 0, onSome: (sec) => sec + EARLY_SEC });
}

/** Returns when an order ends that was sent with this field, in unix seconds; none for never. */
export function expiresSecOf(expirationSec: number): Option.Option<number> {
  return expirationSec > 0 ? Option.some(expirationSec - EARLY_SEC) : Option.none();
}

/** Returns the price of the grid that is nearest to what two signed amounts make, times 10^6. */
export function nearestPriceE6(
  { usdcE6, sharesE6 }: Traded,
  { tickE6 }: Pick<LimitRules, "tickE6">,
): bigint {
  // Half a step more makes the division round to the nearest step.
  const steps = (2n * usdcE6 * ONE_E6 + sharesE6 * tickE6) / (2n * sharesE6 * tickE6);
  return steps * tickE6;
}

/** Whether a price is one that a market with this tick has. Times 10^6. */
export function isOnGrid(priceE6: bigint, tickE6: bigint): boolean {
  return priceE6 % tickE6 === 0n && priceE6 >= tickE6 && priceE6 <= ONE_E6 - tickE6;
}

function checkPrice({ tickE6 }: LimitRules, priceE6: bigint): Result.Result<void, RequestRejected> {
  if (isOnGrid(priceE6, tickE6)) return Result.void;
  const [lowestE6, highestE6] = [tickE6, ONE_E6 - tickE6];
  const below = floorTo(priceE6, tickE6);
  const steps = `from ${textOf(lowestE6)} to ${textOf(highestE6)} in steps of ${textOf(tickE6)}`;
  const hint = below < lowestE6 || below + tickE6 > highestE6
    ? `Send a price that this market has: ${steps}`
    : `Send ${textOf(below)} or ${textOf(below + tickE6)}: this market has prices ${steps}`;
  return rejected("price", textOf(priceE6), { hint, reason: "off_tick" });
}

function checkSize(
  { sizeMinE6 }: LimitRules,
  { side, orderType, sizeE6, priceE6 }: LimitOrderTerms,
): Result.Result<void, RequestRejected> {
  if (sizeE6 < sizeMinE6) {
    const hint = `Send at least ${textOf(sizeMinE6)} shares in this market`;
    return rejected("size", textOf(sizeE6), { hint, reason: "too_small" });
  }
  // Of an order that cannot rest, the venue takes whole cents.
  const isMoney = side === "BUY" && !canRest(orderType);
  const usdcE6 = limitNotionalE6({ priceE6, sizeE6 });
  if (!isMoney || floorE6(usdcE6, SIZE_DECIMALS) === usdcE6) return Result.void;
  const stepE6 = wholeCentStepE6(priceE6);
  const below = floorTo(sizeE6, stepE6);
  const sizes = [below, below + stepE6].filter((e6) => e6 >= sizeMinE6).map(textOf).join(" or ");
  const hint = `Send a size of ${sizes} shares: what a ${orderType} BUY spends at its price is ` +
    "whole cents";
  return rejected("size", textOf(sizeE6), { hint, reason: "accuracy" });
}

/** A hundredth of a share, times 10^6. */
const SIZE_STEP_E6 = 10_000n;

/** Returns the step of the sizes that cost whole cents at a price, times 10^6. */
function wholeCentStepE6(priceE6: bigint): bigint {
  return ONE_E6 / gcd(priceE6, ONE_E6) * SIZE_STEP_E6;
}

/** Returns what an order would trade at once on a book; none where it would only rest. */
export function crossingQuote(
  book: Pick<Book, "bids" | "asks">,
  { side, priceE6, sizeE6 }: Pick<LimitOrderTerms, "side" | "priceE6" | "sizeE6">,
): Option.Option<Quote> {
  let [sharesE6, usdcE12, worstPriceE6, levels] = [0n, 0n, 0n, 0];
  for (const level of levelsFor(book, { side, limitPriceE6: Option.some(priceE6) })) {
    const leftE6 = sizeE6 - sharesE6;
    if (leftE6 <= 0n) break;
    const takenE6 = least(level.sizeE6, leftE6);
    sharesE6 += takenE6;
    usdcE12 += takenE6 * level.priceE6;
    worstPriceE6 = level.priceE6;
    levels += 1;
  }
  if (sharesE6 === 0n) return Option.none();
  const exact = {
    shares: { numerator: sharesE6, denominator: ONE_E6 },
    usdc: { numerator: usdcE12, denominator: ONE_E6 * ONE_E6 },
  };
  const usdcE6 = side === "BUY" ? ceilDivision(usdcE12, ONE_E6) : usdcE12 / ONE_E6;
  return Option.some({
    sharesE6,
    usdcE6,
    exact,
    averagePrice: averagePrice(exact),
    worstPriceE6,
    levels,
  });
}

function rejected(
  parameter: "price" | "size" | "expiresAt",
  received: string,
  { hint, reason }: { readonly hint: string; readonly reason: OrderReason },
): Result.Result<never, RequestRejected> {
  return Result.fail(new RequestRejected({ parameter, received, hint, reason }));
}

function textOf(valueE6: bigint): string {
  return formatDecimal(fromE6(valueE6));
}
