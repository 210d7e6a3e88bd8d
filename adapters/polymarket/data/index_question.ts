/**
 * The probe's question to the venue's index of wallets: how far it is behind.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import type { ProviderQuestion } from "../../../core/port/provider_question.ts";
import { type DataOptions, makeDataClient } from "./client.ts";
import { makeIndexWalk } from "./index_walk.ts";

/** Makes the question. */
export const makeIndexQuestion = Effect.fnUntraced(function* (options: DataOptions) {
  const { indexedMs } = makeIndexWalk(yield* makeDataClient(options));
  const ask = Effect.gen(function* () {
    const behindMs = (yield* Clock.currentTimeMillis) - (yield* indexedMs);
    return `it is ${Math.round(behindMs / 1_000)} s behind`;
  });
  return {
    name: "venue index",
    asks: "how far the index of wallets is behind the chain",
    ask,
  } satisfies ProviderQuestion;
});
