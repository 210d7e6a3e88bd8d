/**
 * Market orders: from a sum of money or a number of shares to the two amounts that are signed.
 *
 * @module
 */
import { type BigDecimal, Option, Result, Schema } from "effect";
import { formatDecimal, over, type Ratio, roundRatio, type Side } from "../fee/mod.ts";
import { RequestRejected } from "../request.ts";
import { type Book, type Demand, type Level, levelsFor, type Walk, walkBook } from "./book.ts";
import { ceilTo, floorE6, floorTo, fromE6, ONE_E6 } from "./fixed_point.ts";
import { type AmountDecimals, amountDecimals } from "./tick.ts";

/** `FOK`: all of it at once, or nothing. `FAK`: what can be had at once, the rest is dropped. */
export const ORDER_TYPES = ["FOK", "FAK"] as const;

/** One of {@linkcode ORDER_TYPES}. */
export type OrderType = (typeof ORDER_TYPES)[number];

/** What somebody wants to trade. */
export interface MarketOrderTerms {
  readonly side: Side;
  readonly orderType: OrderType;
  /** USDC to spend on a BUY, shares to sell on a SELL; times 10^6, rounded down to 2 decimals. */
  readonly amountE6: bigint;
  /** The worst price that is accepted, USDC times 10^6. */
  readonly limitPriceE6: Option.Option<bigint>;
}

/** What the book would give for an order now. Amounts are times 10^6. */
export interface Quote {
  readonly sharesE6: bigint;
  readonly usdcE6: bigint;
  /** USDC for a share, with 8 decimals. */
  readonly averagePrice: BigDecimal.BigDecimal;
  readonly worstPriceE6: bigint;
  /** How many levels of the book it reaches. */
  readonly levels: number;
}

/** An order as it is signed: a buyer makes money and takes shares, a seller the other way round. */
export interface MarketOrder {
  readonly side: Side;
  readonly orderType: OrderType;
  /** A multiple of the tick, which no fill is worse than. USDC times 10^6. */
  readonly priceE6: bigint;
  readonly makerAmountE6: bigint;
  readonly takerAmountE6: bigint;
  readonly quote: Quote;
}

/** The book cannot fill the order. Nothing was sent to the venue. */
export class BookTooThin extends Schema.TaggedError<BookTooThin>()("BookTooThin", {
  /** `empty`: nobody is there to trade with. `thin`: not enough. `limit`: not within the limit. */
  reason: Schema.Literals(["empty", "thin", "limit"]),
  side: Schema.Literals(["BUY", "SELL"]),
  /** What could be had at once, in words such as `12.5 USDC`. */
  available: Schema.String,
}) {
  override get message(): string {
    return `Cannot fill the ${this.side}: ${SENTENCES[this.reason]}`;
  }
}

const SENTENCES = {
  empty: "the order book has nobody to trade with",
  thin: "the order book has less than that",
  limit: "the order book has less than that within limitPrice",
} as const;

const AVERAGE_DECIMALS = { scale: 8, mode: "half_even" } as const;

/**
 * Prices an order on a book.
 *
 * Its price is the limit, or else the worst level that it needs: so it fills on the very book that
 * it was priced on, and a book that has moved against it kills it. A FAK that wants more than there
 * is gets the worst level of all. The amount that is taken is rounded down, by less than makes up
 * a tick, so that what follows from the two amounts passes the price but no level of a book.
 *
 * Source: the venue's official client, version 1.1.0, for which amounts follow from which.
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
      side: terms.side,
      orderType: terms.orderType,
      priceE6,
      makerAmountE6: terms.amountE6,
      takerAmountE6: yield* takerAmount(terms, { priceE6, tickE6: book.tickE6, decimals }),
      quote: quoteOf(walk),
    };
  });
}

/** USDC over shares, both times 10^6, with 8 decimals. */
export function averagePrice(
  { sharesE6, usdcE6 }: { readonly sharesE6: bigint; readonly usdcE6: bigint },
): BigDecimal.BigDecimal {
  const whole = (numerator: bigint): Ratio => ({ numerator, denominator: 1n });
  return roundRatio(over(whole(usdcE6), whole(sharesE6)), AVERAGE_DECIMALS);
}

function quoteOf({ sharesE6, usdcE6, worstPriceE6, levels }: Walk): Quote {
  const price = averagePrice({ sharesE6, usdcE6 });
  return { sharesE6, usdcE6, averagePrice: price, worstPriceE6, levels };
}

/**
 * A book without the levels that no order can reach, whose price is off the grid and beyond its
 * last one. Such levels rest in a market whose tick was finer.
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

/** All that levels hold, rounded down to an amount that may be ordered. */
function availableOf(side: Side, levels: ReadonlyArray<Level>): string {
  const e6 = levels.reduce(
    (sum, { priceE6, sizeE6 }) => sum + (side === "BUY" ? priceE6 * sizeE6 : sizeE6),
    0n,
  ) / (side === "BUY" ? ONE_E6 : 1n);
  return `${textOf(floorE6(e6, 2))} ${side === "BUY" ? "USDC" : "shares"}`;
}

/** The limit on the grid of prices: level with what was asked for, or stricter. */
function limitOnGrid(
  { tickE6 }: Book,
  { side, limitPriceE6 }: MarketOrderTerms,
): Result.Result<Option.Option<bigint>, RequestRejected> {
  if (Option.isNone(limitPriceE6)) return Result.succeed(limitPriceE6);
  const limitE6 = limitPriceE6.value;
  const [lowestE6, highestE6] = [tickE6, ONE_E6 - tickE6];
  const stricterE6 = side === "BUY" ? floorTo(limitE6, tickE6) : ceilTo(limitE6, tickE6);
  const heldE6 = side === "BUY"
    ? (stricterE6 > highestE6 ? highestE6 : stricterE6)
    : (stricterE6 < lowestE6 ? lowestE6 : stricterE6);
  if (heldE6 >= lowestE6 && heldE6 <= highestE6) return Result.succeed(Option.some(heldE6));
  return Result.fail(
    new RequestRejected({
      parameter: "limitPrice",
      received: textOf(limitE6),
      hint: `Prices of this market go from ${textOf(lowestE6)} to ${textOf(highestE6)} in ` +
        `steps of ${textOf(tickE6)}`,
    }),
  );
}

/** A level's price as an order carries it: a level off the grid is still reached. */
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
      hint: "Its market has steps of a price that are not known here",
    }));
}

/**
 * What is taken for what is made, rounded down.
 *
 * Amounts so small that this moves the price by a tick are refused: a fill could be worse than it.
 */
function takerAmount(
  { side, amountE6 }: MarketOrderTerms,
  { priceE6, tickE6, decimals: { bought, proceeds } }: {
    readonly priceE6: bigint;
    readonly tickE6: bigint;
    readonly decimals: AmountDecimals;
  },
): Result.Result<bigint, RequestRejected> {
  const takerE6 = side === "BUY"
    ? floorE6(amountE6 * ONE_E6 / priceE6, bought)
    : floorE6(amountE6 * priceE6 / ONE_E6, proceeds);
  const isWithinTick = side === "BUY"
    ? amountE6 * ONE_E6 < (priceE6 + tickE6) * takerE6
    : takerE6 * ONE_E6 > (priceE6 - tickE6) * amountE6;
  if (takerE6 > 0n && isWithinTick) return Result.succeed(takerE6);
  return Result.fail(
    new RequestRejected({
      parameter: "amount",
      received: textOf(amountE6),
      hint: "It is too little to be traded at a price in steps of " + textOf(tickE6),
    }),
  );
}

function textOf(valueE6: bigint): string {
  return formatDecimal(fromE6(valueE6));
}
