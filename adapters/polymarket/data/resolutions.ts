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
import { BATCH_MAX, BATCH_MIN } from "./resolution_batch.ts";

/** About 300 bytes each. The most recently used answers are kept. */
const ANSWERS_MAX = 20_000;
/** How long other answers are cached: they change once, soon after the window ends. */
const OPEN_LIFE_MS = 5_000;

/** Creates the port over a client. Create one per process: it has a cache. */
export const makePolymarketResolutions = Effect.fnUntraced(function* (
  client: Pick<DataClient, "resolution" | "resolutionBatch">,
) {
  const memory = yield* makeAnswerCache({
    ask: (conditionId: ConditionId) => client.resolution(conditionId),
    otherKeys: () => [],
    answersMax: ANSWERS_MAX,
  });
  return Resolutions.of({
    ofMany: Effect.fnUntraced(function* (conditionIds) {
      const found = new Map<ConditionId, Resolution>();
      for (const batch of batchesOf(conditionIds)) {
        const read = yield* client.resolutionBatch(batch);
        for (const [id, one] of Option.getOrElse(read, () => [])) found.set(id, one);
      }
      return found;
    }),
    of: (conditionId) =>
      memory.recall(
        conditionId,
        (resolution, ageMs) => isFinal(resolution) || (ageMs >= 0 && ageMs < OPEN_LIFE_MS),
      ),
  });
});

/** The last ones may be left out. */
function batchesOf(
  conditionIds: ReadonlyArray<ConditionId>,
): ReadonlyArray<ReadonlyArray<ConditionId>> {
  const batches: Array<ReadonlyArray<ConditionId>> = [];
  for (let at = 0; at + BATCH_MIN <= conditionIds.length; at += BATCH_MAX) {
    const left = Math.min(BATCH_MAX, conditionIds.length - at);
    const size = left % 2 === 0 ? left - 1 : left;
    if (size >= BATCH_MIN) batches.push(conditionIds.slice(at, at + size));
  }
  return batches;
}

/** Whether the resolution is final. */
function isFinal(resolution: Option.Option<Resolution>): boolean {
  return Option.exists(resolution, ({ status }) => status === "resolved");
}
