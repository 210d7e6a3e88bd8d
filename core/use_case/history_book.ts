/**
 * The exchange's past, remembered for a while: one upstream call for any number of equal
 * questions.
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
} from "../port/mod.ts";

/** An answer. `isCached`: the exchange was not asked for it. */
export interface Remembered<A> {
  readonly answer: A;
  readonly isCached: boolean;
}

/** Asks {@linkcode PriceHistory}, or remembers what it said. */
export class HistoryBook extends Context.Service<HistoryBook, {
  readonly points: (
    query: PointsQuery,
  ) => Effect.Effect<Remembered<PricePoints>, ProviderFailed | ProviderOff>;
  readonly closes: (
    query: ClosesQuery,
  ) => Effect.Effect<
    Remembered<ReadonlyArray<Option.Option<bigint>>>,
    ProviderFailed | ProviderOff
  >;
}>()("core/use_case/HistoryBook") {}

/** Answers of points kept; a large one has 10,000. */
const POINT_ANSWERS_MAX = 25;
/** Answers of closes kept; a large one has 2,500. */
const CLOSE_ANSWERS_MAX = 100;

/** What has settled does not change; what reaches into the present grows by the second. */
const SETTLED_TTL_MS = 600_000;
const MOVING_TTL_MS = 1_000;
const SETTLED_AFTER_SEC = 60;

/** A book over the exchange's history. */
export const layerHistoryBook: Layer.Layer<HistoryBook, never, PriceHistory> = Layer.effect(
  HistoryBook,
  Effect.gen(function* () {
    const history = yield* PriceHistory;
    return HistoryBook.of({
      points: yield* remember(history.points, {
        capacity: POINT_ANSWERS_MAX,
        endSecOf: ({ range }) => range.endSec,
      }),
      closes: yield* remember(history.closes, {
        capacity: CLOSE_ANSWERS_MAX,
        endSecOf: ({ windows }) => windows.at(-1)?.endSec ?? 0,
      }),
    });
  }),
);

/** Remembers by the text of the question. A failure is shared by its askers, and then forgotten. */
const remember = Effect.fnUntraced(function* <Query, A, E>(
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
      return ageMs > SETTLED_AFTER_SEC * 1000 ? SETTLED_TTL_MS : MOVING_TTL_MS;
    },
  });
  return Effect.fnUntraced(function* (query: Query) {
    const key = JSON.stringify(query);
    const isCached = yield* Cache.has(cache, key);
    return { answer: yield* Cache.get(cache, key), isCached };
  });
});
