/**
 * Resolves a requested order to its market and outcome.
 *
 * @module
 */
import { type BigDecimal, Effect, Option, Schema } from "effect";
import { formatDecimal, fromE6 } from "../../fee/mod.ts";
import { foldName } from "../../fold_name.ts";
import { type BookTooThin, limitNotionalE6, readOrderAmount } from "../../order/mod.ts";
import { EventCatalog, NotListed } from "../../port/event_catalog.ts";
import type { LimitInstruction, OrderInstruction } from "../../port/order_store.ts";
import type { NoOrderBook } from "../../port/order_venue.ts";
import type { ProviderFailed } from "../../port/provider_failure.ts";
import type { RequestRejected } from "../../request.ts";
import {
  type ListedMarket,
  toVenueSlug,
  type VenueMarket,
  type VenueOutcome,
} from "../../venue/mod.ts";
import { type EventAmbiguous, marketSlugOf } from "./market_slug.ts";
import type { LimitOrderRequest, OrderRequest } from "./order_request.ts";
import {
  type ProtocolUnclear,
  type TokensUnclear,
  type TradedMarket,
  TradedMarkets,
} from "./traded_markets.ts";

/** The venue lists no market with this slug. */
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
  /** The outcomes that the market has. */
  outcomes: Schema.Array(Schema.String),
}) {
  override get message(): string {
    return `Cannot find the outcome "${this.outcome}" in this market`;
  }
}

/** Two outcomes of the market have the same name here, so none of its outcomes can be named. */
export class OutcomesAlike extends Schema.TaggedError<OutcomesAlike>()("OutcomesAlike", {
  slug: Schema.String,
  /** Their names, as the venue writes them. */
  names: Schema.Array(Schema.String),
}) {
  override get message(): string {
    const named = this.names.map((name) => `"${name}"`).join(" and ");
    return `Cannot trade "${this.slug}" here: its outcomes ${named} differ by no more than ` +
      "case or Unicode form";
  }
}

/** The market belongs to another event than the one that was named. */
export class MarketElsewhere extends Schema.TaggedError<MarketElsewhere>()("MarketElsewhere", {
  slug: Schema.String,
  eventSlug: Schema.String,
}) {
  override get message(): string {
    return `Cannot trade "${this.slug}": it does not belong to the event "${this.eventSlug}"`;
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

/** A requested order with its market and its outcome's token. */
export interface ResolvedOrder<Request extends OrderRequest = OrderRequest> {
  readonly request: Request;
  readonly market: TradedMarket;
  readonly instruction: OrderInstruction;
}

/** Why a request makes no order. Nothing was sent. */
export type OrderRequestFailure =
  | RequestRejected
  | MarketUnknown
  | EventAmbiguous
  | OutcomeUnknown
  | OutcomesAlike
  | MarketElsewhere
  | MarketClosed
  | NoOrderBook
  | ProtocolUnclear
  | TokensUnclear
  | BookTooThin
  | ProviderFailed;

/** Finds the market and the outcome, and checks that they can be traded. */
export const resolveOrder = Effect.fnUntraced(function* (
  request: OrderRequest,
): Effect.fn.Return<ResolvedOrder, OrderRequestFailure, TradedMarkets | EventCatalog> {
  const markets = yield* TradedMarkets;
  if (request.kind === "market") {
    yield* Effect.fromResult(readOrderAmount(request.amount, request.side));
  }
  const slug = yield* Effect.catchTag(
    marketSlugOf(request.market),
    "NoMarketThere",
    ({ eventSlug }) => Effect.fail(new MarketUnknown({ slug: eventSlug })),
  );
  const market = yield* Effect.catchTag(
    markets.market(slug),
    "NotListed",
    () => Effect.fail(new MarketUnknown({ slug })),
  );
  const { listed, terms } = market;
  yield* checkEvent({ slug, eventSlug: request.eventSlug }, listed);
  const outcome = yield* outcomeNamed(request.outcome, listed.market);
  if (listed.market.isClosed || !terms.isAcceptingOrders || Option.isNone(outcome.tokenId)) {
    return yield* new MarketClosed({ slug });
  }
  const { side, orderType } = request;
  const instruction: OrderInstruction = {
    slug,
    outcome: outcome.name,
    tokenId: outcome.tokenId.value,
    conditionId: terms.conditionId,
    side,
    orderType,
    amount: formatDecimal(request.kind === "market" ? request.amount : amountOf(request)),
    isNegRisk: terms.isNegRisk,
    limit: request.kind === "limit" ? Option.some(limitOf(request)) : Option.none(),
  };
  return { request, market, instruction };
});

function limitOf({ sizeE6, expiresSec, lifeSec, isPostOnly }: LimitOrderRequest) {
  return { sizeE6, expiresSec, lifeSec, isPostOnly } satisfies LimitInstruction;
}

/** A limit order may spend its size at its price. */
function amountOf({ side, priceE6, sizeE6 }: LimitOrderRequest): BigDecimal.BigDecimal {
  return fromE6(side === "BUY" ? limitNotionalE6({ priceE6, sizeE6 }) : sizeE6);
}

/** The venue may list a market without its event. Then the event is asked for its markets. */
const checkEvent = Effect.fnUntraced(function* (
  requested: Pick<OrderRequest, "eventSlug"> & { readonly slug: string },
  { event }: ListedMarket,
) {
  if (Option.isNone(requested.eventSlug)) return;
  const { slug } = requested;
  const eventSlug = requested.eventSlug.value;
  const isInside = Option.isSome(event)
    ? toVenueSlug(event.value.slug) === eventSlug
    : yield* isMarketOf({ slug, eventSlug });
  if (!isInside) return yield* new MarketElsewhere({ slug, eventSlug });
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

/**
 * Finds an outcome by its name. Which of two outcomes with one name was meant is not guessed, even
 * by an exact spelling.
 */
export const outcomeNamed = Effect.fnUntraced(function* (
  wanted: string,
  { slug, outcomes }: VenueMarket,
) {
  const byName = new Map<string, VenueOutcome>();
  for (const outcome of outcomes) {
    const other = byName.get(foldName(outcome.name));
    if (other !== undefined) {
      return yield* new OutcomesAlike({ slug, names: [other.name, outcome.name] });
    }
    byName.set(foldName(outcome.name), outcome);
  }
  const found = byName.get(foldName(wanted));
  if (found !== undefined) return found;
  const names = outcomes.map(({ name }) => name);
  return yield* new OutcomeUnknown({ outcome: wanted, outcomes: names });
});
