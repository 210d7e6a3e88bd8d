/**
 * Caches the trading rules of markets.
 *
 * @module
 */
import { Effect } from "effect";
import { type ConditionId } from "../../../core/venue/mod.ts";
import { makeAnswerCache } from "../gamma/answer_cache.ts";
import type { ClobMarket } from "./market.ts";

/**
 * How long terms stay cached. What can change in them is reported elsewhere too: the tick by the
 * book, and whether the market takes orders by the venue's answer to an order.
 */
const LIFE_MS = 300_000;
const MARKETS_MAX = 1_000;

/** Makes the cache. A market that takes no orders is not cached: it may open soon. */
export const makeCachedTerms = Effect.fnUntraced(
  function* ({ terms }: Pick<ClobMarket, "terms">) {
    let generation = 0;
    const memory = yield* makeAnswerCache({
      ask: (key: string) => terms(key.slice(key.indexOf(" ") + 1) as ConditionId),
      otherKeys: () => [],
      answersMax: MARKETS_MAX,
    });
    return {
      recall: (conditionId: ConditionId): ReturnType<ClobMarket["terms"]> =>
        Effect.suspend(() =>
          memory.recall(
            `${generation} ${conditionId}`,
            ({ isAcceptingOrders }, ageMs) => isAcceptingOrders && ageMs >= 0 && ageMs < LIFE_MS,
          )
        ).pipe(Effect.map(({ value }) => value)),
      /** Drops all cached terms. */
      forget: Effect.sync(() => {
        generation += 1;
      }),
    };
  },
);
