/**
 * Market orders: turns a sum of money or a number of shares into the two amounts that are signed.
 *
 * @module
 */
import { type BigDecimal, Option, Result, Schema } from "effect";
import {
  ceilTo,
  type ExactAmounts,
  floorE6,
  floorTo,
  formatDecimal,
  fromE6,
  ONE_E6,
  type Side,
} from "../fee/mod.ts";
import { RequestRejected } from "../request.ts";
import { averagePrice } from "./average_price.ts";
import { type Book, type Demand, type Level, levelsFor, type Walk, walkBook } from "./book.ts";
import type { MarketOrderType } from "./order_type.ts";
import { type AmountDecimals, amountDecimals } from "./tick.ts";

/** The terms of a market order. */
export interface MarketOrderTerms {
  readonly side: Side;
  readonly orderType: MarketOrderType;
  /** USDC to spend on a BUY, shares to sell on a SELL; times 10^6, rounded down to 2 decimals. */
  readonly amountE6: bigint;
  /** The worst price the caller accepts, USDC times 10^6. */
  readonly limitPriceE6: Option.Option<bigint>;
  /** The most decimals of the taken amount, where the venue has said that it takes no more. */
  readonly takerDecimalsMax?: number;
}

/** The fill that the book would give now. Amounts are times 10^6. */
export interface Quote {
  readonly sharesE6: bigint;
  readonly usdcE6: bigint;
  /** The same amounts, not rounded. */
  readonly exact: ExactAmounts;
  /** Of the exact amounts: USDC per share, with 8 decimals. */
  readonly averagePrice: BigDecimal.BigDecimal;
  readonly worstPriceE6: bigint;
  /** How many levels of the book the order reaches. */
  readonly levels: number;
}

/** An order as it is signed: a buyer makes money and takes shares, a seller the reverse. */
export interface MarketOrder {
  readonly kind: "market";
  readonly side: Side;
  readonly orderType: MarketOrderType;
  /** The worst price of any fill: a multiple of the tick, USDC times 10^6. */
  readonly priceE6: bigint;
  readonly makerAmountE6: bigint;
  readonly takerAmountE6: bigint;
  readonly quote: Quote;
}

/** The book cannot fill the order. Nothing was sent to the venue. */
export class BookTooThin extends Schema.TaggedError<BookTooThin>()("BookTooThin", {
  /** `empty`: no resting orders. `thin`: not enough. `limit`: not enough within the limit. */
  reason: Schema.Literals(["empty", "thin", "limit"]),
  side: Schema.Literals(["BUY", "SELL"]),
  /** What is available right now, for example `12.5 USDC`. */
  available: Schema.String,
}) {
  override get message(): string {
    return `Cannot fill the ${this.side}: ${SENTENCES[this.reason]}`;
  }
}

const SENTENCES = {
  empty: "the order book has no orders to trade with",
  thin: "the order book offers less than that",
  limit: "the order book offers less than that within limitPrice",
} as const;

/**
 * Prices an order on a book.
 *
 * Its price is the limit, or else the worst level that it needs. So it fills on the book that it
 * was priced on, and a book that has moved against it kills it. A FAK for more than the book offers
 * gets the price of the last level. The taken amount is rounded down, by less than one tick is
 * worth, so the price implied by the two amounts may pass the order's price but no level of a book.
 *
 * Source: the venue's official client, version 1.1.0, for how the amounts are derived.
 */
export function priceMarketOrder(
  book: Book,
  terms: MarketOrderTerms,
): Result.Result<MarketOrder, BookTooThin | RequestRejected> {
  return Result.gen(function* () {
    const decimals = yield* decimalsAt(book.tickE6);
    const limitPriceE6 = yield* limitOnGrid(book, terms);
    const demand: Demand = { side: terms.side, amountE6: terms.amountE6, limitPriceE6 };
    const walk = yield* walkFor(reachableOf(book), { ...demand, orderType: terms.orderType });
    const worstE6 = onGrid(walk.worstPriceE6, { ...terms, tickE6: book.tickE6 });
    const priceE6 = Option.getOrElse(limitPriceE6, () => worstE6);
    return {
      kind: "market",
      side: terms.side,
      orderType: terms.orderType,
      priceE6,
      makerAmountE6: terms.amountE6,
      takerAmountE6: yield* takerAmount(terms, { priceE6, tickE6: book.tickE6, decimals }),
      quote: quoteOf(walk),
    };
  });
}

function quoteOf({ isWhole: _, ...walk }: Walk): Quote {
  return { ...walk, averagePrice: averagePrice(walk.exact) };
}

/**
 * Drops the levels that no order can reach: their price lies beyond the last step of the tick. They
 * rest in a market whose tick used to be finer.
 */
function reachableOf({ bids, asks, tickE6 }: Book): Pick<Book, "bids" | "asks"> {
  return {
    bids: bids.filter(({ priceE6 }) => priceE6 >= tickE6),
    asks: asks.filter(({ priceE6 }) => priceE6 <= ONE_E6 - tickE6),
  };
}

function walkFor(
  book: Pick<Book, "bids" | "asks">,
  demand: Demand & Pick<MarketOrderTerms, "orderType">,
): Result.Result<Walk, BookTooThin> {
  const { side } = demand;
  const walk = Option.filter(walkBook(book, demand), ({ sharesE6 }) => sharesE6 > 0n);
  if (Option.isSome(walk) && (walk.value.isWhole || demand.orderType === "FAK")) {
    return Result.succeed(walk.value);
  }
  const unlimited = { side, limitPriceE6: Option.none<bigint>() };
  const isEmpty = levelsFor(book, unlimited).length === 0;
  const isLimited = Option.isSome(demand.limitPriceE6) &&
    Option.exists(walkBook(book, { ...demand, ...unlimited }), ({ isWhole }) => isWhole);
  const levels = levelsFor(book, demand);
  const reason = isEmpty ? "empty" : isLimited ? "limit" : "thin";
  return Result.fail(new BookTooThin({ reason, side, available: availableOf(side, levels) }));
}

/** Returns all that levels offer, rounded down to an amount that can be ordered. */
function availableOf(side: Side, levels: ReadonlyArray<Level>): string {
  const e6 = levels.reduce(
    (sum, { priceE6, sizeE6 }) => sum + (side === "BUY" ? priceE6 * sizeE6 : sizeE6),
    0n,
  ) / (side === "BUY" ? ONE_E6 : 1n);
  return `${textOf(floorE6(e6, 2))} ${side === "BUY" ? "USDC" : "shares"}`;
}

/** Rounds the limit to the grid of prices: equal to the requested limit, or stricter. */
function limitOnGrid(
  { tickE6 }: Book,
  { side, limitPriceE6 }: MarketOrderTerms,
): Result.Result<Option.Option<bigint>, RequestRejected> {
  if (Option.isNone(limitPriceE6)) return Result.succeed(limitPriceE6);
  const limitE6 = limitPriceE6.value;
  const [lowestE6, highestE6] = [tickE6, ONE_E6 - tickE6];
  const stricterE6 = side === "BUY" ? floorTo(limitE6, tickE6) : ceilTo(limitE6, tickE6);
  const boundedE6 = side === "BUY"
    ? (stricterE6 > highestE6 ? highestE6 : stricterE6)
    : (stricterE6 < lowestE6 ? lowestE6 : stricterE6);
  if (boundedE6 >= lowestE6 && boundedE6 <= highestE6) {
    return Result.succeed(Option.some(boundedE6));
  }
  return Result.fail(
    new RequestRejected({
      parameter: "limitPrice",
      received: textOf(limitE6),
      hint:
        `Send a price that this market has: from ${textOf(lowestE6)} to ${textOf(highestE6)} in ` +
        `steps of ${textOf(tickE6)}`,
    }),
  );
}

/** Rounds a level's price to the grid so that the order still reaches the level. */
function onGrid(
  priceE6: bigint,
  { side, tickE6 }: { readonly side: Side; readonly tickE6: bigint },
): bigint {
  return side === "BUY" ? ceilTo(priceE6, tickE6) : floorTo(priceE6, tickE6);
}

function decimalsAt(tickE6: bigint): Result.Result<AmountDecimals, RequestRejected> {
  return Result.fromOption(amountDecimals(tickE6), () =>
    new RequestRejected({
      parameter: "the market's tick",
      received: textOf(tickE6),
      hint: "This service does not support the price steps of this market; choose another market",
    }));
}

/**
 * Returns the amount taken for the amount made, rounded down.
 *
 * Refuses an amount so small that the rounding moves the price by a tick: a fill could be worse
 * than the order's price.
 */
function takerAmount(
  { side, amountE6, takerDecimalsMax = Infinity }: MarketOrderTerms,
  { priceE6, tickE6, decimals }: {
    readonly priceE6: bigint;
    readonly tickE6: bigint;
    readonly decimals: AmountDecimals;
  },
): Result.Result<bigint, RequestRejected> {
  const takenE6 = side === "BUY" ? amountE6 * ONE_E6 / priceE6 : amountE6 * priceE6 / ONE_E6;
  const usual = side === "BUY" ? decimals.bought : decimals.proceeds;
  const takerE6 = floorE6(takenE6, Math.min(usual, takerDecimalsMax));
  const isWithinTick = side === "BUY"
    ? amountE6 * ONE_E6 < (priceE6 + tickE6) * takerE6
    : takerE6 * ONE_E6 > (priceE6 - tickE6) * amountE6;
  if (takerE6 > 0n && isWithinTick) return Result.succeed(takerE6);
  return Result.fail(
    new RequestRejected({
      parameter: "amount",
      received: textOf(amountE6),
      hint: "Send a larger amount: this one is too small for prices in steps of " +
        textOf(tickE6),
    }),
  );
}

function textOf(valueE6: bigint): string {
  return formatDecimal(fromE6(valueE6));
}
