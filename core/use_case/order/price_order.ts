/**
 * Prices a resolved order: a market order on the current book, a limit order by its own terms.
 *
 * @module
 */
import { Clock, Effect, Option, Result } from "effect";
import { toE6 } from "../../fee/mod.ts";
import {
  type Book,
  type BookTooThin,
  checkExpiry,
  isOnGrid,
  type LimitOrder,
  type MarketOrder,
  priceLimitOrder,
  priceMarketOrder,
  readOrderAmount,
} from "../../order/mod.ts";
import { type NoOrderBook, OrderVenue } from "../../port/order_venue.ts";
import { describeProtocol } from "../../venue/mod.ts";
import type { LimitOrderRequest, MarketOrderRequest } from "./order_request.ts";
import { MarketClosed, type OrderRequestFailure, type ResolvedOrder } from "./resolve_order.ts";
import { ProtocolUnclear, type TradedMarket, TradedMarkets } from "./traded_markets.ts";

/** A market order, priced on a book. */
export interface PricedMarketOrder extends ResolvedOrder<MarketOrderRequest> {
  readonly order: MarketOrder;
}

/** A limit order, with its amounts. */
export interface PricedLimitOrder extends ResolvedOrder<LimitOrderRequest> {
  readonly order: LimitOrder;
}

/** A resolved order with its price and amounts. */
export type PricedOrder = PricedMarketOrder | PricedLimitOrder;

/** Whether it is a market order. */
export function isMarketOrder(priced: PricedOrder): priced is PricedMarketOrder {
  return priced.order.kind === "market";
}

/**
 * Prices an order: a market order on the current book, a limit order by the rules of its market.
 */
export const priceOrder = Effect.fnUntraced(function* (
  { request, market, instruction }: ResolvedOrder,
): Effect.fn.Return<PricedOrder, OrderRequestFailure, OrderVenue | TradedMarkets> {
  return request.kind === "market"
    ? yield* priceOnBook({ request, market, instruction })
    : yield* priceByRules({ request, market, instruction });
});

/**
 * Prices a market order on the current book. `takerDecimalsMax`: where the venue takes no more.
 */
export const priceOnBook = Effect.fnUntraced(function* (
  { request, market, instruction }: ResolvedOrder<MarketOrderRequest>,
  takerDecimalsMax = Infinity,
): Effect.fn.Return<PricedMarketOrder, OrderRequestFailure, OrderVenue | TradedMarkets> {
  const amountE6 = yield* Effect.fromResult(readOrderAmount(request.amount, request.side));
  const limitPriceE6 = Option.map(request.limitPrice, toE6);
  const { side, orderType } = request;
  const terms = { side, orderType, amountE6, limitPriceE6, takerDecimalsMax };
  return yield* bookOf({ market, instruction }).pipe(
    Effect.flatMap((book) =>
      Effect.map(
        Effect.fromResult(priceMarketOrder(book, terms)),
        (order): PricedMarketOrder => ({ request, market, instruction, order }),
      )
    ),
    Effect.catchIf(isBookGone, (failure) => closedOr(failure, instruction.slug)),
  );
});

/** Returns the current book of an order's outcome. */
export const bookOf = Effect.fnUntraced(function* (
  { market, instruction }: Pick<ResolvedOrder, "market" | "instruction">,
): Effect.fn.Return<Book, OrderRequestFailure, OrderVenue> {
  const book = yield* (yield* OrderVenue).book(instruction.tokenId);
  yield* Effect.fromResult(checkProtocol(book, market));
  return book;
});

/** Steps older than this may have become finer, in milliseconds. */
const RULES_MS_MAX = 5_000;

/** A price that the market had no such step for may have one by now, so the venue is asked. */
const priceByRules = Effect.fnUntraced(function* (
  { request, market, instruction }: ResolvedOrder<LimitOrderRequest>,
): Effect.fn.Return<PricedLimitOrder, OrderRequestFailure, OrderVenue> {
  yield* Effect.fromResult(checkExpiry(request, yield* Clock.currentTimeMillis));
  const { terms } = market;
  const rules = isOnGrid(request.priceE6, terms.tickE6)
    ? terms
    : yield* (yield* OrderVenue).terms(terms.conditionId, { ageMsMax: RULES_MS_MAX });
  const order = yield* Effect.fromResult(priceLimitOrder(rules, request));
  return { request, market, instruction, order };
});

/** A book states its protocol only where that is not V1. */
function checkProtocol(
  book: Book,
  { protocol, listed }: TradedMarket,
): Result.Result<void, ProtocolUnclear> {
  if (Option.getOrElse(book.protocol, () => "v1") === protocol) return Result.succeed(undefined);
  const { slug } = listed.market;
  const why = `venue says the protocol "${protocol}" of it, and its book says ` +
    describeProtocol(book.protocol);
  return Result.fail(new ProtocolUnclear({ slug, why }));
}

function isBookGone(failure: OrderRequestFailure): failure is NoOrderBook | BookTooThin {
  return failure._tag === "NoOrderBook" ||
    (failure._tag === "BookTooThin" && failure.reason === "empty");
}

/** Reports a market that has closed since it was cached as closed, not as an empty book. */
const closedOr = Effect.fnUntraced(function* (failure: NoOrderBook | BookTooThin, slug: string) {
  const found = yield* Effect.option((yield* TradedMarkets).reload(slug));
  const isOver = Option.exists(
    found,
    ({ listed: { market } }) => market.isClosed || !market.isAcceptingOrders,
  );
  return yield* isOver ? new MarketClosed({ slug }) : failure;
});
