/**
 * Lookups of targets in memory and the store, without a provider call.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import type { TargetStore } from "../../port/target_store.ts";
import { targetKey, type TargetQuery } from "../../price/mod.ts";
import type { FetchedTarget } from "./in_flight.ts";
import { bySeries, headOf, spanOf } from "./target_group.ts";
import type { TargetMemory } from "./target_memory.ts";

/** Answers by target key, and the queries that only a provider can answer. */
export interface LookedUp {
  readonly answers: Map<string, FetchedTarget>;
  readonly open: ReadonlyArray<TargetQuery>;
}

/** Returns all answers from memory, the most common case; undefined if one is missing. */
export function allRemembered(
  memory: TargetMemory,
  queries: ReadonlyArray<TargetQuery>,
): ReadonlyArray<FetchedTarget> | undefined {
  const results: Array<FetchedTarget> = [];
  for (const query of queries) {
    const known = memory.known(query.asset, query.window);
    if (known === undefined) return undefined;
    results.push(Result.succeed(known));
  }
  return results;
}

/** The sources of a lookup. */
interface LookupSources {
  readonly store: TargetStore["Service"];
  readonly memory: TargetMemory;
}

/** Loads the stored targets of these queries into memory. */
export const rememberStored = Effect.fnUntraced(function* (
  { store, memory }: LookupSources,
  queries: ReadonlyArray<TargetQuery>,
) {
  for (const group of bySeries(queries)) {
    const { asset, window: { interval } } = headOf(group);
    const found = yield* store.find({ asset, interval, range: spanOf(group) });
    for (const target of found) {
      memory.remember({ asset, interval, startSec: target.startSec }, target);
    }
  }
});

/** Looks up memory, the store, and the failures that are too recent to retry. */
export const lookUpTargets = Effect.fn("lookUpTargets")(function* (
  { store, memory }: LookupSources,
  queries: ReadonlyArray<TargetQuery>,
) {
  const unknown = queries.filter((query) => memory.known(query.asset, query.window) === undefined);
  yield* rememberStored({ store, memory }, unknown);
  const nowMs = yield* Clock.currentTimeMillis;
  const answers = new Map<string, FetchedTarget>();
  for (const query of queries) {
    const key = targetKey(query);
    const known = memory.known(query.asset, query.window);
    const missed = known === undefined ? memory.missed(key, nowMs) : undefined;
    if (known !== undefined) answers.set(key, Result.succeed(known));
    else if (missed !== undefined) answers.set(key, Result.fail(missed));
  }
  const open = queries.filter((query) => !answers.has(targetKey(query)));
  return { answers, open } satisfies LookedUp;
});
