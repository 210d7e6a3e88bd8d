/**
 * An order as somebody wishes it, and the order that it makes on the market as it is now.
 *
 * @module
 */
import { type BigDecimal, Effect, Option, Result, Schema } from "effect";
import { formatDecimal, type Side } from "../fee/mod.ts";
import {
  type Book,
  type BookTooThin,
  type MarketOrder,
  type OrderType,
  priceMarketOrder,
  readOrderAmount,
  toE6,
} from "../order/mod.ts";
import {
  EventCatalog,
  type NoOrderBook,
  NotListed,
  type OrderRequest,
  OrderVenue,
  type ProviderFailed,
} from "../port/mod.ts";
import type { RequestRejected } from "../request.ts";
import { type ListedMarket, type MarketReference, said } from "../venue/mod.ts";
import { type EventAmbiguous, marketSlugOf } from "./market_slug.ts";
import { OrderDesk, ProtocolUnclear, type TokensUnclear, type TradedMarket } from "./order_desk.ts";

/** What somebody wishes to trade. */
export interface OrderWish {
  readonly market: MarketReference;
  /** The event that the market must belong to. */
  readonly eventSlug: Option.Option<string>;
  /** The outcome's name, in any case. */
  readonly outcome: string;
  readonly side: Side;
  /** USDC to spend on a BUY, shares to sell on a SELL. */
  readonly amount: BigDecimal.BigDecimal;
  readonly orderType: OrderType;
  /** The worst price that is accepted, in USDC. */
  readonly limitPrice: Option.Option<BigDecimal.BigDecimal>;
}

/** The venue lists no such market. */
export class MarketUnknown extends Schema.TaggedError<MarketUnknown>()("MarketUnknown", {
  slug: Schema.String,
}) {
  override get message(): string {
    return `Cannot find the market "${this.slug}": the venue lists none`;
  }
}

/** The market has no such outcome. */
export class OutcomeUnknown extends Schema.TaggedError<OutcomeUnknown>()("OutcomeUnknown", {
  outcome: Schema.String,
  /** Those it has. */
  outcomes: Schema.Array(Schema.String),
}) {
  override get message(): string {
    return `Cannot find the outcome "${this.outcome}" in this market`;
  }
}

/** The market belongs to another event than the one that was named. */
export class MarketElsewhere extends Schema.TaggedError<MarketElsewhere>()("MarketElsewhere", {
  slug: Schema.String,
  eventSlug: Schema.String,
}) {
  override get message(): string {
    return `Cannot trade "${this.slug}": it is no market of the event "${this.eventSlug}"`;
  }
}

/** The market takes no orders. */
export class MarketClosed extends Schema.TaggedError<MarketClosed>()("MarketClosed", {
  slug: Schema.String,
}) {
  override get message(): string {
    return `Cannot trade "${this.slug}": the market takes no orders`;
  }
}

/** A wish with the market it is about. */
export interface PlacedWish {
  readonly market: TradedMarket;
  readonly request: OrderRequest;
}

/** A wish priced on a book. */
export interface PricedWish extends PlacedWish {
  readonly order: MarketOrder;
  readonly book: Book;
}

/** Why a wish makes no order. Nothing was sent. */
export type WishFailure =
  | RequestRejected
  | MarketUnknown
  | EventAmbiguous
  | OutcomeUnknown
  | MarketElsewhere
  | MarketClosed
  | NoOrderBook
  | ProtocolUnclear
  | TokensUnclear
  | BookTooThin
  | ProviderFailed;

/** Finds the market and the outcome, and checks that they can be traded. */
export const findWish = Effect.fnUntraced(function* (
  wish: OrderWish,
): Effect.fn.Return<PlacedWish, WishFailure, OrderDesk | EventCatalog> {
  const desk = yield* OrderDesk;
  yield* Effect.fromResult(readOrderAmount(wish.amount, wish.side));
  const slug = yield* Effect.catchTag(
    marketSlugOf(wish.market),
    "NoMarketThere",
    ({ eventSlug }) => Effect.fail(new MarketUnknown({ slug: eventSlug })),
  );
  const market = yield* Effect.catchTag(
    desk.market(slug),
    "NotListed",
    () => Effect.fail(new MarketUnknown({ slug })),
  );
  const { listed, terms } = market;
  yield* checkEvent({ slug, eventSlug: wish.eventSlug }, listed);
  const wanted = nameOf(wish.outcome);
  const outcome = listed.market.outcomes.find(({ name }) => nameOf(name) === wanted);
  if (outcome === undefined) {
    const outcomes = listed.market.outcomes.map(({ name }) => name);
    return yield* new OutcomeUnknown({ outcome: wish.outcome, outcomes });
  }
  if (listed.market.isClosed || !terms.isAcceptingOrders || Option.isNone(outcome.tokenId)) {
    return yield* new MarketClosed({ slug });
  }
  const { side, orderType } = wish;
  const request: OrderRequest = {
    slug,
    outcome: outcome.name,
    tokenId: outcome.tokenId.value,
    conditionId: terms.conditionId,
    side,
    orderType,
    amount: formatDecimal(wish.amount),
    isNegRisk: terms.isNegRisk,
  };
  return { market, request };
});

/** Prices a wish on the book as it is now. */
export const priceWish = Effect.fnUntraced(function* (
  wish: OrderWish,
  placed: PlacedWish,
): Effect.fn.Return<PricedWish, WishFailure, OrderVenue | OrderDesk> {
  const amountE6 = yield* Effect.fromResult(readOrderAmount(wish.amount, wish.side));
  const limitPriceE6 = Option.map(wish.limitPrice, toE6);
  const { side, orderType } = wish;
  const terms = { side, orderType, amountE6, limitPriceE6 };
  return yield* (yield* OrderVenue).book(placed.request.tokenId).pipe(
    Effect.tap((book) => Effect.fromResult(checkProtocol(book, placed))),
    Effect.flatMap((book) =>
      Effect.map(
        Effect.fromResult(priceMarketOrder(book, terms)),
        (order): PricedWish => ({ ...placed, order, book }),
      )
    ),
    Effect.catchIf(isBookGone, (failure) => closedOr(failure, placed.request.slug)),
  );
});

/** A book says its protocol only where it is not the first. */
function checkProtocol(
  book: Book,
  { market: { protocol, listed } }: PlacedWish,
): Result.Result<void, ProtocolUnclear> {
  if (Option.getOrElse(book.protocol, () => "v1") === protocol) return Result.succeed(undefined);
  const { slug } = listed.market;
  const why = `venue says the protocol "${protocol}" of it, and its book says ` +
    said(book.protocol);
  return Result.fail(new ProtocolUnclear({ slug, why }));
}

function isBookGone(failure: WishFailure): failure is NoOrderBook | BookTooThin {
  return failure._tag === "NoOrderBook" ||
    (failure._tag === "BookTooThin" && failure.reason === "empty");
}

/** A market that has closed since it was remembered is told as such, and not by its empty book. */
const closedOr = Effect.fnUntraced(function* (failure: NoOrderBook | BookTooThin, slug: string) {
  const found = yield* Effect.option((yield* OrderDesk).askAnew(slug));
  const isOver = Option.exists(
    found,
    ({ listed: { market } }) => market.isClosed || !market.isAcceptingOrders,
  );
  return yield* isOver ? new MarketClosed({ slug }) : failure;
});

/** The venue may list a market without its event; then the event is asked for its markets. */
const checkEvent = Effect.fnUntraced(function* (
  wish: Pick<OrderWish, "eventSlug"> & { readonly slug: string },
  { event }: ListedMarket,
) {
  if (Option.isNone(wish.eventSlug)) return;
  const eventSlug = wish.eventSlug.value;
  const isInside = Option.isSome(event)
    ? event.value.slug === eventSlug
    : yield* isMarketOf({ slug: wish.slug, eventSlug });
  if (!isInside) return yield* new MarketElsewhere({ slug: wish.slug, eventSlug });
});

const isMarketOf = Effect.fnUntraced(function* (
  { slug, eventSlug }: { readonly slug: string; readonly eventSlug: string },
) {
  const catalog = yield* EventCatalog;
  return yield* catalog.event({ by: "slug", slug: eventSlug }, "lasting").pipe(
    Effect.map(({ value }) => value.markets.some((market) => market.slug === slug)),
    Effect.catchIf((failure) => failure instanceof NotListed, () => Effect.succeed(false)),
  );
});

function nameOf(outcome: string): string {
  return outcome.trim().toLowerCase();
}
