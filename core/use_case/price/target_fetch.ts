/**
 * Fetches a group of targets from a provider, stores them and caches them.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import type { OpeningResult, PriceFeeds } from "../../port/price_feed.ts";
import type { IdentifiedTarget, TargetId } from "../../port/target_store.ts";
import { targetKey } from "../../price/mod.ts";
import type { FetchedTarget, FetchGroup } from "./in_flight.ts";
import { providerOfGroup, type TargetGroup } from "./target_group.ts";
import type { TargetDisputes } from "./target_disputes.ts";
import { type PutTargets, toKnown } from "./store_targets.ts";
import { idOf, type TargetMemory } from "./target_memory.ts";
import type { UnstoredTargets } from "./unstored_targets.ts";

/** Makes the fetch of a group. It never fails as a whole. */
export function makeFetchGroup({ put, unstored, feeds, memory, disputes, announce }: {
  readonly put: PutTargets;
  readonly unstored: Pick<UnstoredTargets, "keep">;
  readonly feeds: PriceFeeds["Service"];
  readonly memory: TargetMemory;
  readonly disputes: TargetDisputes;
  /** Called when targets were fetched and stored. */
  readonly announce: (ids: ReadonlyArray<TargetId>) => void;
}): FetchGroup {
  /** What cannot be stored is right as well, and waits for the store. */
  const putTargets = (found: ReadonlyArray<IdentifiedTarget>) =>
    put(found).pipe(
      Effect.tap(() => Effect.sync(() => announce(found.map(({ id }) => id)))),
      Effect.catch((failure) => {
        const kept = found.map(({ target }) => toKnown(target));
        for (const { id, target } of found) memory.remember(id, toKnown(target));
        return Effect.as(unstored.keep(found, failure), kept);
      }),
    );

  return Effect.fn("TargetCache.fetchGroup")(function* (group: TargetGroup) {
    const results = yield* feeds[providerOfGroup(group)].openings(group);
    yield* logFailure(results);
    const found = group.flatMap((query, index) => {
      const result = results[index];
      return result !== undefined && Result.isSuccess(result)
        ? [{ id: idOf(query), target: result.success }]
        : [];
    });
    const kept = yield* putTargets(found);
    yield* disputes.compare(found, kept);
    const nowMs = yield* Clock.currentTimeMillis;
    return group.map((query, index): FetchedTarget => {
      const result = results[index];
      if (result === undefined) throw new Error("a group has fewer results than queries");
      if (Result.isFailure(result)) {
        memory.rememberMiss(targetKey(query), result.failure, nowMs);
        return Result.fail(result.failure);
      }
      return Result.succeed(memory.known(query.asset, query.window) ?? toKnown(result.success));
    });
  });
}

const CAUSE_CHARS_MAX = 300;

/** Logs a provider's failure, once per call. Only the log contains the cause. */
function logFailure(results: ReadonlyArray<OpeningResult>): Effect.Effect<void> {
  for (const result of results) {
    if (Result.isSuccess(result) || result.failure._tag !== "ProviderFailed") continue;
    const { message, provider, reason, cause } = result.failure;
    const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    const line = reason === "queued" ? Effect.logDebug(message) : Effect.logWarning(message);
    return line.pipe(
      Effect.annotateLogs({ provider, reason, detail: text.slice(0, CAUSE_CHARS_MAX) }),
    );
  }
  return Effect.void;
}
