/**
 * The cache of recurring markets: those listed now, and all that were ever listed.
 *
 * @module
 */
import { Clock, Context, Effect, Layer, Semaphore } from "effect";
import { OutcomeMarketList } from "../../port/outcome_market_list.ts";
import { OutcomeMarketStore } from "../../port/outcome_market_store.ts";
import type { ProviderFailed } from "../../port/provider_failure.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { DAY_SEC, UnixSec } from "../../time/mod.ts";
import {
  type KnownMarkets,
  newMarkets,
  NO_MARKETS,
  type OutcomeMarket,
  withMarkets,
} from "../../venue2/mod.ts";
import { Venue2 } from "./venue2.ts";

/** The known markets at one instant. */
export interface OutcomeMarkets {
  readonly known: KnownMarkets;
  /** The ids of the markets that the venue lists now. */
  readonly listed: ReadonlySet<number>;
  /** Whether the list came from the cache. */
  readonly isCached: boolean;
}

/** Provides every known market. */
export class OutcomeMarketCache extends Context.Service<OutcomeMarketCache, {
  /**
   * The known markets now. Fails if the venue's list is unavailable or the store was never read:
   * otherwise an answer might name a market that is not the nearest.
   */
  readonly current: Effect.Effect<OutcomeMarkets, ProviderFailed | StoreFailed>;
  /** Fetches the list again, stores new markets, and reads those that other processes stored. */
  readonly refresh: Effect.Effect<void, ProviderFailed | StoreFailed>;
}>()("core/use_case/OutcomeMarketCache") {}

/** Other processes store only markets that are live or expired recently. */
const READ_AGAIN_SEC = 2 * DAY_SEC;

/** The cache over the venue's list and the store. */
export const layerOutcomeMarketCache = Layer.effect(
  OutcomeMarketCache,
  Effect.gen(function* () {
    const list = yield* OutcomeMarketList;
    const store = yield* OutcomeMarketStore;
    const { network } = yield* Venue2;
    const oneAtATime = Semaphore.makeUnsafe(1).withPermits(1);
    let known: KnownMarkets = NO_MARKETS;
    let isStoreRead = false;
    /** Markets seen and not stored yet. The venue may settle and unlist one before it is stored. */
    const unstored = new Map<number, OutcomeMarket>();

    const see = (listed: ReadonlyArray<OutcomeMarket>): void => {
      for (const market of newMarkets(known, listed)) unstored.set(market.outcomeId, market);
      known = withMarkets(known, listed);
    };

    const readStore = Effect.fnUntraced(function* (sinceSec: UnixSec) {
      const found = yield* store.expiringAfter(network, sinceSec);
      // Unstored markets are newer than stored ones.
      known = withMarkets(withMarkets(known, found), [...unstored.values()]);
      isStoreRead ||= sinceSec === 0;
    });

    const keep = Effect.gen(function* () {
      const markets = [...unstored.values()];
      if (markets.length === 0) return;
      yield* store.put(network, markets);
      // A newer version that was seen meanwhile is not stored yet.
      for (const market of markets) {
        if (unstored.get(market.outcomeId) === market) unstored.delete(market.outcomeId);
      }
    });

    const readFirst = oneAtATime(
      Effect.suspend(() => isStoreRead ? Effect.void : readStore(UnixSec(0))),
    );

    const readRecent = Effect.gen(function* () {
      const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
      yield* readStore(UnixSec(Math.max(0, nowSec - READ_AGAIN_SEC)));
    });

    return OutcomeMarketCache.of({
      current: Effect.gen(function* () {
        if (!isStoreRead) yield* readFirst;
        const { value: markets, isCached } = yield* list.listed;
        see(markets);
        const listed = new Set(markets.map(({ outcomeId }) => outcomeId));
        return { known, listed, isCached };
      }),
      refresh: Effect.gen(function* () {
        // Fetch the list even if the store is down: the venue may soon settle and unlist a market.
        const fetched = yield* Effect.result(Effect.map(list.look, see));
        yield* isStoreRead ? readRecent : readFirst;
        yield* keep;
        return yield* Effect.fromResult(fetched);
      }),
    });
  }),
);
