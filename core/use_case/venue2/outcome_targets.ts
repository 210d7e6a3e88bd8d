/**
 * The targets of recurring markets of the secondary venue: at an instant, and now.
 *
 * @module
 */
import { Effect, HashMap, Option, Result, Schema } from "effect";
import type { CatalogAnswer } from "../../port/event_catalog.ts";
import { OutcomeMarketList, type OutcomeMids } from "../../port/outcome_market_list.ts";
import type { ProviderFailed } from "../../port/provider_failure.ts";
import { toIso, UnixSec } from "../../time/mod.ts";
import {
  distanceSec,
  type MarketDistance,
  marketsOf,
  nearestMarkets,
  NO_MARKETS,
  type OutcomeMarket,
  type SideIndex,
  sideNumber,
  type TradeReference,
  withMarkets,
} from "../../venue2/mod.ts";
import { OutcomeMarketCache, type OutcomeMarkets } from "./outcome_market_cache.ts";

/** A market, its distance from the instant, and the prices of its sides. */
export interface OutcomeTarget extends MarketDistance {
  /** Whether the venue lists it now. */
  readonly isListed: boolean;
  /** The mid price of Yes, times 10^18; null if there is none. Either side may lack one. */
  readonly yesE18: bigint | null;
  /** The mid price of No, times 10^18; null if there is none. */
  readonly noE18: bigint | null;
}

/** The named market is unknown, or it is not live. */
export class OutcomeMarketUnknown
  extends Schema.TaggedError<OutcomeMarketUnknown>()("OutcomeMarketUnknown", {
    name: Schema.String,
    /** The expiry, in unix seconds, of the last known market of this name that is not live. */
    expirySec: Schema.optional(Schema.Number),
    /** Whether the answer came from the cache. */
    isCached: Schema.Boolean,
  }) {
  override get message(): string {
    const why = this.expirySec === undefined
      ? "no recurring market of this name is known"
      : `it is not live, and its expiry is ${toIso(UnixSec(this.expirySec))}`;
    return `Cannot find the market "${this.name}": ${why}`;
  }
}

/** The targets. `isCached`: no call to the venue was needed. */
export interface OutcomeTargets {
  readonly targets: ReadonlyArray<OutcomeTarget>;
  readonly isCached: boolean;
}

/**
 * Returns every known market whose window contains the instant, or else the nearest one, among the
 * markets that the reference names or among all. Empty only if no market was ever seen.
 */
export const outcomeTargetsAt = Effect.fn("outcomeTargetsAt")(function* (
  { reference, atSec }: { readonly reference: TradeReference | null; readonly atSec: UnixSec },
) {
  const current = yield* currentMarkets;
  const scope = reference === null ? current.known : yield* scopeOf(current, reference);
  return yield* priced(nearestMarkets(scope, atSec), current);
});

/** Returns every live market, or those that the reference names. Live: listed and not expired. */
export const activeOutcomeTargets = Effect.fn("activeOutcomeTargets")(function* (
  { reference, nowSec }: { readonly reference: TradeReference | null; readonly nowSec: UnixSec },
) {
  const current = yield* currentMarkets;
  const scope = reference === null ? current.known : yield* scopeOf(current, reference);
  const live = [...current.listed].flatMap((outcomeId) =>
    Option.toArray(HashMap.get(scope.byId, outcomeId))
  )
    .filter(({ expirySec }) => nowSec < expirySec)
    .map((market) => ({ market, distanceSec: distanceSec(market, nowSec) }));
  const last = scope.byExpiry.at(-1);
  if (reference !== null && live.length === 0 && last !== undefined) {
    const [name, { expirySec }, { isCached }] = [reference.text, last, current];
    return yield* new OutcomeMarketUnknown({ name, expirySec, isCached });
  }
  return yield* priced(live.sort(inOrder), current);
});

interface CurrentMarkets extends OutcomeMarkets {
  readonly mids: Result.Result<CatalogAnswer<OutcomeMids>, ProviderFailed>;
}

/** Fetches the known markets and the mid prices, or their failure, in parallel. */
const currentMarkets = Effect.gen(function* () {
  const [markets, mids] = yield* Effect.all([
    (yield* OutcomeMarketCache).current,
    Effect.result((yield* OutcomeMarketList).mids),
  ], { concurrency: 2 });
  const isCached = markets.isCached && Result.isSuccess(mids) && mids.success.isCached;
  return { ...markets, mids, isCached } satisfies CurrentMarkets;
});

const scopeOf = Effect.fnUntraced(function* (
  { known, isCached }: CurrentMarkets,
  reference: TradeReference,
) {
  const markets = marketsOf(known, reference);
  const name = reference.text;
  if (markets.length === 0) return yield* new OutcomeMarketUnknown({ name, isCached });
  return withMarkets(NO_MARKETS, markets);
});

/** Adds prices. Markets that are not listed are not traded and need none. */
const priced = Effect.fnUntraced(function* (
  found: ReadonlyArray<MarketDistance>,
  { listed, mids, isCached }: CurrentMarkets,
) {
  const isAnyListed = found.some(({ market }) => listed.has(market.outcomeId));
  const prices: OutcomeMids = isAnyListed ? (yield* Effect.fromResult(mids)).value : new Map();
  const targets = found.map(({ market, distanceSec }): OutcomeTarget => {
    const isListed = listed.has(market.outcomeId);
    const midE18 = (sideIndex: SideIndex) =>
      isListed ? prices.get(sideNumber({ outcomeId: market.outcomeId, sideIndex })) ?? null : null;
    const [yesE18, noE18] = [midE18(market.yesIndex), midE18(otherSide(market))];
    return { market, distanceSec, isListed, yesE18, noE18 };
  });
  return { targets, isCached } satisfies OutcomeTargets;
});

function inOrder(a: MarketDistance, b: MarketDistance): number {
  return a.distanceSec - b.distanceSec || a.market.expirySec - b.market.expirySec ||
    a.market.outcomeId - b.market.outcomeId;
}

function otherSide({ yesIndex }: OutcomeMarket): SideIndex {
  return yesIndex === 0 ? 1 : 0;
}
