/**
 * Remembers by what rules markets are traded.
 *
 * @module
 */
import { Effect } from "effect";
import { type ConditionId } from "../../../core/venue/mod.ts";
import { makeAnswerMemory } from "../gamma/answer_memory.ts";
import type { ClobMarket } from "./market.ts";

/**
 * How long terms may be said again. What of them changes, a book says anew (the tick) or the venue
 * when it gets an order (whether it takes any).
 */
const LIFE_MS = 300_000;
const MARKETS_MAX = 1_000;

/** Makes the memory. A market that takes no orders may take them soon, and is asked for anew. */
export const makeRememberedTerms = Effect.fnUntraced(
  function* ({ terms }: Pick<ClobMarket, "terms">) {
    let generation = 0;
    const memory = yield* makeAnswerMemory({
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
      /** All of them are asked for anew. */
      forget: Effect.sync(() => {
        generation += 1;
      }),
    };
  },
);
