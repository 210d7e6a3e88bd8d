/**
 * A cache of the exchange's price history: any number of equal queries make one upstream call.
 *
 * @module
 */
import { Cache, Clock, Context, Effect, Exit, Layer, type Option } from "effect";
import {
  type ClosesQuery,
  type PointsQuery,
  PriceHistory,
  type PricePoints,
  type ProviderFailed,
  type ProviderOff,
} from "../../port/mod.ts";

/** An answer. `isCached`: it came from the cache. */
export interface CachedAnswer<A> {
  readonly answer: A;
  readonly isCached: boolean;
}

/** Queries {@linkcode PriceHistory} through a cache. */
export class HistoryCache extends Context.Service<HistoryCache, {
  readonly points: (
    query: PointsQuery,
  ) => Effect.Effect<CachedAnswer<PricePoints>, ProviderFailed | ProviderOff>;
  readonly closes: (
    query: ClosesQuery,
  ) => Effect.Effect<
    CachedAnswer<ReadonlyArray<Option.Option<bigint>>>,
    ProviderFailed | ProviderOff
  >;
}>()("core/use_case/HistoryCache") {}

/** The number of cached point answers; a large one has 10,000 points. */
const POINT_ANSWERS_MAX = 25;
/** The number of cached close answers; a large one has 2,500 closes. */
const CLOSE_ANSWERS_MAX = 100;

/** History is final a minute after its end; a range that reaches the present grows each second. */
const FINAL_TTL_MS = 600_000;
const GROWING_TTL_MS = 1_000;
const FINAL_AFTER_SEC = 60;

/** The cache over the exchange's history. */
export const layerHistoryCache: Layer.Layer<HistoryCache, never, PriceHistory> = Layer.effect(
  HistoryCache,
  Effect.gen(function* () {
    const history = yield* PriceHistory;
    return HistoryCache.of({
      points: yield* cached(history.points, {
        capacity: POINT_ANSWERS_MAX,
        endSecOf: ({ range }) => range.endSec,
      }),
      closes: yield* cached(history.closes, {
        capacity: CLOSE_ANSWERS_MAX,
        endSecOf: ({ windows }) => windows.at(-1)?.endSec ?? 0,
      }),
    });
  }),
);

/** Caches by the query's JSON. Concurrent callers share a failure, which is not cached. */
const cached = Effect.fnUntraced(function* <Query, A, E>(
  ask: (query: Query) => Effect.Effect<A, E>,
  { capacity, endSecOf }: {
    readonly capacity: number;
    readonly endSecOf: (query: Query) => number;
  },
) {
  const clock = yield* Clock.clockWith(Effect.succeed);
  const cache = yield* Cache.makeWith((key: string) => ask(JSON.parse(key) as Query), {
    capacity,
    timeToLive: (exit, key) => {
      if (Exit.isFailure(exit)) return 0;
      const ageMs = clock.currentTimeMillisUnsafe() - endSecOf(JSON.parse(key) as Query) * 1000;
      return ageMs > FINAL_AFTER_SEC * 1000 ? FINAL_TTL_MS : GROWING_TTL_MS;
    },
  });
  return Effect.fnUntraced(function* (query: Query) {
    const key = JSON.stringify(query);
    const isCached = yield* Cache.has(cache, key);
    return { answer: yield* Cache.get(cache, key), isCached };
  });
});
