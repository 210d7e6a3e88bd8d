/**
 * The book of recurring markets: those that are listed now, and all that ever were.
 *
 * @module
 */
import { Clock, Context, Effect, Layer, Result, Semaphore } from "effect";
import {
  OutcomeMarketList,
  OutcomeMarketStore,
  type ProviderFailed,
  type StoreFailed,
} from "../port/mod.ts";
import { DAY_SEC, UnixSec } from "../time/mod.ts";
import {
  type KnownMarkets,
  newMarkets,
  NO_MARKETS,
  type OutcomeMarket,
  withMarkets,
} from "../venue2/mod.ts";
import { Venue2 } from "./venue2.ts";

/** What is known at one instant. */
export interface OutcomeMarkets {
  readonly known: KnownMarkets;
  /** The numbers of those that the venue lists now. */
  readonly listed: ReadonlySet<number>;
}

/** Knows every market. */
export class OutcomeMarketBook extends Context.Service<OutcomeMarketBook, {
  /**
   * What is known now. Fails where the venue cannot say what it lists, or the store was never read:
   * an answer without them might name a market that is not the nearest.
   */
  readonly current: Effect.Effect<OutcomeMarkets, ProviderFailed | StoreFailed>;
  /** Looks at the list anew, keeps what is new in it, and reads what others have kept. */
  readonly refresh: Effect.Effect<void, ProviderFailed | StoreFailed>;
}>()("core/use_case/OutcomeMarketBook") {}

/** What others keep is of markets that are live, or were lately. */
const READ_AGAIN_SEC = 2 * DAY_SEC;

/** A book over the list and the store. */
export const layerOutcomeMarketBook = Layer.effect(
  OutcomeMarketBook,
  Effect.gen(function* () {
    const list = yield* OutcomeMarketList;
    const store = yield* OutcomeMarketStore;
    const { network } = yield* Venue2;
    const oneAtATime = Semaphore.makeUnsafe(1).withPermits(1);
    /** Undefined until the store was read. */
    let known: KnownMarkets | undefined;
    let stored = NO_MARKETS;
    /** Seen and not kept yet. A market may be settled before it is. */
    const unkept = new Map<number, OutcomeMarket>();

    const see = (listed: ReadonlyArray<OutcomeMarket>): KnownMarkets => {
      for (const market of newMarkets(stored, listed)) {
        unkept.set(market.outcomeId, market);
      }
      return known = withMarkets(known ?? NO_MARKETS, listed);
    };

    const readStore = Effect.fnUntraced(function* (sinceSec: UnixSec) {
      const found = yield* store.expiringAfter(network, sinceSec);
      stored = withMarkets(stored, found);
      // What was seen since is newer than what is kept.
      known = withMarkets(withMarkets(known ?? NO_MARKETS, found), [...unkept.values()]);
    });

    const keep = Effect.gen(function* () {
      const markets = [...unkept.values()];
      if (markets.length === 0) return;
      yield* store.put(network, markets);
      stored = withMarkets(stored, markets);
      for (const market of markets) {
        if (unkept.get(market.outcomeId) === market) unkept.delete(market.outcomeId);
      }
    });

    const readFirst = oneAtATime(
      Effect.suspend(() => known === undefined ? readStore(UnixSec(0)) : Effect.void),
    );

    const refresh = Effect.gen(function* () {
      const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
      const sinceSec = known === undefined ? 0 : Math.max(0, nowSec - READ_AGAIN_SEC);
      yield* readStore(UnixSec(sinceSec));
      const looked = yield* Effect.result(list.look);
      if (Result.isSuccess(looked)) see(looked.success);
      yield* keep;
      if (Result.isFailure(looked)) return yield* looked.failure;
    });

    return OutcomeMarketBook.of({
      current: Effect.gen(function* () {
        if (known === undefined) yield* readFirst;
        const markets = yield* list.listed;
        return { known: see(markets), listed: new Set(markets.map(({ outcomeId }) => outcomeId)) };
      }),
      refresh: oneAtATime(refresh),
    });
  }),
);
