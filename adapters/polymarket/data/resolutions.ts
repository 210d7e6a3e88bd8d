/**
 * The venue's resolutions over its data service, with a cache of final ones.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { Resolutions } from "../../../core/port/resolutions.ts";
import type { ConditionId, Resolution } from "../../../core/venue/mod.ts";
import { makeAnswerCache } from "../gamma/answer_cache.ts";
import type { DataClient } from "./client.ts";

/** About 300 bytes each. The most recently used answers are kept. */
const ANSWERS_MAX = 20_000;
/** How long other answers are cached: they change once, soon after the window ends. */
const OPEN_LIFE_MS = 5_000;

/** Creates the port over a client. Create one per process: it has a cache. */
export const makePolymarketResolutions = Effect.fnUntraced(function* (
  client: Pick<DataClient, "resolution">,
) {
  const memory = yield* makeAnswerCache({
    ask: (conditionId: ConditionId) => client.resolution(conditionId),
    otherKeys: () => [],
    answersMax: ANSWERS_MAX,
  });
  return Resolutions.of({
    of: (conditionId) =>
      memory.recall(
        conditionId,
        (resolution, ageMs) => isFinal(resolution) || (ageMs >= 0 && ageMs < OPEN_LIFE_MS),
      ),
  });
});

/** Whether the resolution is final. */
function isFinal(resolution: Option.Option<Resolution>): boolean {
  return Option.exists(resolution, ({ status }) => status === "resolved");
}
