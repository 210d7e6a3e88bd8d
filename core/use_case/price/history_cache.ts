/**
 * A cache of the exchange's price history: any number of equal queries make one upstream call, and
 * the replicas of a fleet learn each other's closes.
 *
 * @module
 */
import { Cache, Clock, Context, Effect, Exit, Layer, Option } from "effect";
import { News } from "../../port/news.ts";
import {
  type ClosesQuery,
  type PointsQuery,
  PriceHistory,
  type PricePoints,
} from "../../port/price_history.ts";
import type { ProviderFailed, ProviderOff } from "../../port/provider_failure.ts";

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

/** Longer answers are not published: a replica that needs one asks itself. */
const PUBLISHED_CLOSES_MAX = 100;

/** The cache over the exchange's history. */
export const layerHistoryCache: Layer.Layer<HistoryCache, never, PriceHistory | News> = Layer
  .effect(
    HistoryCache,
    Effect.gen(function* () {
      const history = yield* PriceHistory;
      const news = yield* News;
      const points = yield* cached(history.points, {
        capacity: POINT_ANSWERS_MAX,
        endSecOf: ({ range }) => range.endSec,
      });
      const closes = yield* cached(history.closes, {
        capacity: CLOSE_ANSWERS_MAX,
        endSecOf: ({ windows }) => windows.at(-1)?.endSec ?? 0,
        onFinal: (query, answer) => {
          if (answer.length > PUBLISHED_CLOSES_MAX) return;
          const closes = answer.map(Option.getOrNull);
          news.publish("closes", { kind: "closes", query, closes });
        },
      });
      // With the service's clock, which decides how long an answer is kept.
      const run = Effect.runSyncWith(yield* Effect.context<never>());
      yield* news.listen("closes", (received) => {
        if ("missed" in received || received.item.kind !== "closes") return;
        const { query, closes: fetched } = received.item;
        run(closes.adopt(query, fetched.map(Option.fromNullishOr)));
      });
      return HistoryCache.of({ points: points.ask, closes: closes.ask });
    }),
  );

/** Caches by the query's JSON. Concurrent callers share a failure, which is not cached. */
const cached = Effect.fnUntraced(function* <Query, A, E>(
  ask: (query: Query) => Effect.Effect<A, E>,
  { capacity, endSecOf, onFinal = () => {} }: {
    readonly capacity: number;
    readonly endSecOf: (query: Query) => number;
    /** Called with what was fetched and changes no more. */
    readonly onFinal?: (query: Query, answer: A) => void;
  },
) {
  const clock = yield* Clock.clockWith(Effect.succeed);
  const isFinal = (query: Query) =>
    clock.currentTimeMillisUnsafe() - endSecOf(query) * 1000 > FINAL_AFTER_SEC * 1000;
  const fetch = Effect.fnUntraced(function* (key: string) {
    const query = JSON.parse(key) as Query;
    // What is final when it is asked for cannot have changed by the answer.
    const wasFinal = isFinal(query);
    const answer = yield* ask(query);
    if (wasFinal) onFinal(query, answer);
    return answer;
  });
  const cache = yield* Cache.makeWith(fetch, {
    capacity,
    timeToLive: (exit, key) => {
      if (Exit.isFailure(exit)) return 0;
      return isFinal(JSON.parse(key) as Query) ? FINAL_TTL_MS : GROWING_TTL_MS;
    },
  });
  return {
    ask: Effect.fnUntraced(function* (query: Query) {
      const key = JSON.stringify(query);
      const isCached = yield* Cache.has(cache, key);
      return { answer: yield* Cache.get(cache, key), isCached };
    }),
    /** Takes an answer that another replica fetched. */
    adopt: (query: Query, answer: A) => Cache.set(cache, JSON.stringify(query), answer),
  };
});
