/**
 * Caches the markets that this process traded recently, and refreshes them in the background.
 *
 * @module
 */
import { Context, Effect, Layer, Option, Schema } from "effect";
import { BoundedMap } from "../../bounded_map.ts";
import { foldName } from "../../fold_name.ts";
import { EventCatalog, NotListed } from "../../port/event_catalog.ts";
import { type MarketTerms, type NoOrderBook, OrderVenue } from "../../port/order_venue.ts";
import type { ProviderFailed } from "../../port/provider_failure.ts";
import { type MarketKind, marketKindOf } from "../../order/mod.ts";
import {
  agreedProtocol,
  describeProtocol,
  type ListedMarket,
  type Protocol,
  protocolOf,
} from "../../venue/mod.ts";
import { type MachineClock, MachineTime } from "../time/machine_time.ts";

/** A market as the catalog lists it, with the trading rules that its order book states. */
export interface TradedMarket {
  readonly listed: ListedMarket;
  readonly terms: MarketTerms;
  /** The protocol that the catalog, the order book and the ids agree on. */
  readonly protocol: Protocol;
  readonly kind: MarketKind;
}

/** The protocol of a market is unknown to this service, or the venue's sources disagree on it. */
export class ProtocolUnclear extends Schema.TaggedError<ProtocolUnclear>()("ProtocolUnclear", {
  slug: Schema.String,
  /** Which source states what; completes a sentence that ends in "the". */
  why: Schema.String,
}) {
  override get message(): string {
    return `Cannot trade "${this.slug}": the ${this.why}`;
  }
}

/** The catalog and the order book give different tokens for the outcomes of a market. */
export class TokensUnclear extends Schema.TaggedError<TokensUnclear>()("TokensUnclear", {
  slug: Schema.String,
}) {
  override get message(): string {
    return `Cannot trade "${this.slug}": the venue contradicts itself on its outcomes`;
  }
}

/** Why a market cannot be loaded. */
export type MarketFailure =
  | NotListed
  | NoOrderBook
  | ProtocolUnclear
  | TokensUnclear
  | ProviderFailed;

/** The markets of this replica, by slug. */
export class TradedMarkets extends Context.Service<TradedMarkets, {
  /**
   * Returns the market with this slug. A market traded within the last ten minutes comes from the
   * cache without waiting: whatever may have changed since, the book and the venue's answer to an
   * order state too.
   */
  readonly market: (slug: string) => Effect.Effect<TradedMarket, MarketFailure>;

  /** Drops the cached market with this slug and asks the venue again. */
  readonly reload: (slug: string) => Effect.Effect<TradedMarket, MarketFailure>;

  /** Records that an order was sent to this market, and follows its books from now on. */
  readonly recordTrade: (slug: string, market: TradedMarket) => Effect.Effect<void>;
}>()("core/use_case/TradedMarkets") {}

/** How long a market stays cached after its last trade, in milliseconds. */
export const MARKET_WARM_MS = 600_000;
/** A cached market older than this is refreshed in the background. */
const FRESH_MS_MAX = 60_000;
/** The most markets that stay cached. */
const MARKETS_MAX = 500;

interface CachedMarket {
  readonly market: TradedMarket;
  readonly fetchedMs: number;
  readonly tradedMs: number;
}

/** Provides the traded markets of this replica. */
export const layerTradedMarkets: Layer.Layer<TradedMarkets, never, EventCatalog | OrderVenue> =
  Layer.effect(
    TradedMarkets,
    Effect.gen(function* () {
      return makeTradedMarkets({
        catalog: yield* EventCatalog,
        venue: yield* OrderVenue,
        time: yield* MachineTime,
      });
    }),
  );

function makeTradedMarkets({ catalog, venue, time }: {
  readonly catalog: EventCatalog["Service"];
  readonly venue: OrderVenue["Service"];
  readonly time: MachineClock;
}): TradedMarkets["Service"] {
  const bySlug = new BoundedMap<string, CachedMarket>(MARKETS_MAX);
  const refreshing = new Set<string>();

  const fetchMarket = Effect.fnUntraced(function* (slug: string) {
    const { value: listed } = yield* catalog.market(slug, "current");
    if (Option.isNone(protocolOf(listed.market.protocol))) {
      const why = `venue's catalog says ${describeProtocol(listed.market.protocol)} of it`;
      return yield* new ProtocolUnclear({ slug, why });
    }
    const named = `slug "${slug}" and an order book`;
    const conditionId = yield* Effect.mapError(
      Effect.fromOption(listed.market.conditionId),
      () => new NotListed({ kind: "market", named }),
    );
    const terms = yield* venue.terms(conditionId);
    const tokenIds = tokenIdsOf(listed);
    const protocol = yield* Effect.mapError(
      Effect.fromResult(agreedProtocol({
        catalog: listed.market.protocol,
        orderBook: terms.protocol,
        conditionId,
        tokenIds,
      })),
      (why) => new ProtocolUnclear({ slug, why }),
    );
    // A market without tokens takes no orders yet.
    if (tokenIds.length > 0 && !isSameMarket(listed, terms)) {
      return yield* new TokensUnclear({ slug });
    }
    const kind = marketKindOf({ protocol, isNegRisk: terms.isNegRisk });
    return { listed, terms, protocol, kind } satisfies TradedMarket;
  });

  /** Runs in the background; the cached market serves in the meantime. */
  const refresh = Effect.fnUntraced(function* (slug: string) {
    if (refreshing.has(slug)) return;
    refreshing.add(slug);
    const reloading = Effect.gen(function* () {
      const fetchedMs = yield* time.nowMs;
      const market = yield* fetchMarket(slug);
      const cached = bySlug.get(slug);
      if (cached !== undefined) bySlug.set(slug, { ...cached, market, fetchedMs });
    });
    yield* reloading.pipe(
      Effect.catch((failure) =>
        Effect.logWarning("Cannot refresh a traded market", failure).pipe(
          Effect.tap(() => failure._tag === "ProviderFailed" ? Effect.void : drop(slug)),
        )
      ),
      Effect.ensuring(Effect.sync(() => refreshing.delete(slug))),
      Effect.forkDetach,
    );
  });

  const drop = (slug: string) => Effect.sync(() => void bySlug.delete(slug));

  return TradedMarkets.of({
    market: Effect.fnUntraced(function* (slug) {
      const cached = bySlug.get(slug);
      const nowMs = yield* time.nowMs;
      if (cached === undefined || nowMs - cached.tradedMs >= MARKET_WARM_MS) {
        return yield* fetchMarket(slug);
      }
      if (nowMs - cached.fetchedMs >= FRESH_MS_MAX) yield* refresh(slug);
      return cached.market;
    }),
    reload: (slug) => Effect.andThen(drop(slug), fetchMarket(slug)),
    recordTrade: Effect.fnUntraced(function* (slug, market) {
      const nowMs = yield* time.nowMs;
      const fetchedMs = bySlug.get(slug)?.fetchedMs ?? nowMs;
      bySlug.setNewest(slug, { market, fetchedMs, tradedMs: nowMs });
      yield* Effect.yieldNow;
      yield* venue.follow(market.terms.tokens.map(({ tokenId }) => tokenId));
    }),
  });
}

/** Returns the token of each outcome, in the catalog's order. */
function tokenIdsOf({ market: { outcomes } }: ListedMarket): ReadonlyArray<string> {
  return outcomes.flatMap(({ tokenId }) => Option.toArray(tokenId));
}

/** Both sources must agree: the token of another outcome would be the wrong bet. */
function isSameMarket({ market }: ListedMarket, { tokens }: MarketTerms): boolean {
  return market.outcomes.length === tokens.length &&
    market.outcomes.every(({ name, tokenId }) =>
      tokens.some((token) =>
        Option.contains(tokenId, token.tokenId) &&
        foldName(token.outcome) === foldName(name)
      )
    );
}
