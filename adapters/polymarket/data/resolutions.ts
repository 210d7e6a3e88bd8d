/**
 * The venue's resolutions over its data service, which is asked once for what it has settled.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { Resolutions } from "../../../core/port/mod.ts";
import type { ConditionId, Resolution } from "../../../core/venue/mod.ts";
import { makeAnswerMemory } from "../gamma/answer_memory.ts";
import { type DataOptions, makeDataClient } from "./client.ts";

/** About 300 bytes each. The answers that were wanted last are kept. */
const ANSWERS_MAX = 20_000;
/** How long anything else may be said again: it changes once, and soon after the window ends. */
const OPEN_LIFE_MS = 5_000;

/** Makes the port. One a process: it remembers. Needs the `ProviderWatch`. */
export const makePolymarketResolutions = Effect.fnUntraced(function* (options: DataOptions) {
  const client = yield* makeDataClient(options);
  const memory = yield* makeAnswerMemory({
    ask: (conditionId: ConditionId) => client.resolution(conditionId),
    otherKeys: () => [],
    answersMax: ANSWERS_MAX,
  });
  return Resolutions.of({
    of: (conditionId) =>
      memory.recall(
        conditionId,
        (resolution, ageMs) => isSettled(resolution) || (ageMs >= 0 && ageMs < OPEN_LIFE_MS),
      ),
  });
});

/** What is resolved does not change. */
function isSettled(resolution: Option.Option<Resolution>): boolean {
  return Option.exists(resolution, ({ status }) => status === "resolved");
}
