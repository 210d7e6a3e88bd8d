/**
 * Resolutions of several conditions at once, from two answers of the venue's data service.
 *
 * Source: the documentation says that it takes up to 20 conditions, and not in which order it
 * answers; recorded answers name no condition. So the same conditions are asked for twice, the
 * second time from the second one on, and the first one last. Where the answers have moved by one
 * place as well, they are in the order of the question: in an order of the service's own they would
 * stay where they are, unless all are alike. In the opposite order of the question they would move
 * the other way, which for an odd number looks the same only if all are alike.
 *
 * @module
 */
import { Result } from "effect";
import type { ConditionId, Resolution } from "../../../core/venue/mod.ts";
import type { ResolutionPayload, ResolutionsPayload } from "./payload.ts";
import { readResolution } from "./resolution.ts";

/** The most conditions of a call, and the least that are worth two: both odd. */
export const BATCH_MAX = 19;
export const BATCH_MIN = 3;

/** Returns the conditions from the second one on, and the first one last. */
export function turned<A>([first, ...others]: ReadonlyArray<A>): ReadonlyArray<A> {
  return first === undefined ? others : [...others, first];
}

/** Reads both answers. Fails where they do not tell which resolution is of which condition. */
export function readBatch(
  conditionIds: ReadonlyArray<ConditionId>,
  answers: Readonly<Record<"first" | "second", ResolutionsPayload>>,
): Result.Result<ReadonlyMap<ConditionId, Resolution>, string> {
  return Result.gen(function* () {
    const [first, second] = [answers.first.data, answers.second.data];
    const isWhole = first.length === conditionIds.length && second.length === first.length;
    if (!isWhole) return yield* Result.fail(`it says ${first.length} of ${conditionIds.length}`);
    if (!turned(first).every((row, at) => isSame(row, second[at]))) {
      return yield* Result.fail("it is not in the order of the question");
    }
    const found = new Map<ConditionId, Resolution>();
    for (const [at, conditionId] of conditionIds.entries()) {
      const data = first.slice(at, at + 1);
      const resolution = yield* readResolution({ data }, conditionId);
      if (resolution._tag === "Some") found.set(conditionId, resolution.value);
    }
    return found;
  });
}

function isSame(row: ResolutionPayload, other: ResolutionPayload | undefined): boolean {
  return JSON.stringify(row) === JSON.stringify(other);
}
