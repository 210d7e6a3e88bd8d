/**
 * The book of recurring markets: those that are listed now, and all that ever were.
 *
 * @module
 */
import { Clock, Context, Effect, Layer, Semaphore } from "effect";
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
  /** Whether the venue was not asked for it. */
  readonly isCached: boolean;
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
    let known: KnownMarkets = NO_MARKETS;
    let isStoreRead = false;
    /** Seen and not kept yet. A market may be settled before it is. */
    const unkept = new Map<number, OutcomeMarket>();

    const see = (listed: ReadonlyArray<OutcomeMarket>): void => {
      for (const market of newMarkets(known, listed)) unkept.set(market.outcomeId, market);
      known = withMarkets(known, listed);
    };

    const readStore = Effect.fnUntraced(function* (sinceSec: UnixSec) {
      const found = yield* store.expiringAfter(network, sinceSec);
      // What was seen and is not kept yet is newer than what is.
      known = withMarkets(withMarkets(known, found), [...unkept.values()]);
      isStoreRead ||= sinceSec === 0;
    });

    const keep = Effect.gen(function* () {
      const markets = [...unkept.values()];
      if (markets.length === 0) return;
      yield* store.put(network, markets);
      // What was seen of one meanwhile is still to be kept.
      for (const market of markets) {
        if (unkept.get(market.outcomeId) === market) unkept.delete(market.outcomeId);
      }
    });

    const readFirst = oneAtATime(
      Effect.suspend(() => isStoreRead ? Effect.void : readStore(UnixSec(0))),
    );

    const readLately = Effect.gen(function* () {
      const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
      yield* readStore(UnixSec(Math.max(0, nowSec - READ_AGAIN_SEC)));
    });

    return OutcomeMarketBook.of({
      current: Effect.gen(function* () {
        if (!isStoreRead) yield* readFirst;
        const { value: markets, isCached } = yield* list.listed;
        see(markets);
        const listed = new Set(markets.map(({ outcomeId }) => outcomeId));
        return { known, listed, isCached };
      }),
      refresh: Effect.gen(function* () {
        // The venue is looked at though the store is away: what it lists now may soon be settled.
        const looked = yield* Effect.result(Effect.map(list.look, see));
        yield* isStoreRead ? readLately : readFirst;
        yield* keep;
        return yield* Effect.fromResult(looked);
      }),
    });
  }),
);
