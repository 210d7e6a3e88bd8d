/**
 * What the book of targets knows without asking a provider.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import type { TargetStore } from "../port/mod.ts";
import { targetKey, type TargetQuery } from "../price/mod.ts";
import type { FlightResult } from "./flights.ts";
import { bySeries, headOf, spanOf } from "./target_group.ts";
import type { TargetMemory } from "./target_memory.ts";

/** Answers by target key, and the questions that only a provider can answer. */
export interface LookedUp {
  readonly answers: Map<string, FlightResult>;
  readonly open: ReadonlyArray<TargetQuery>;
}

/** All answers from memory, or undefined if one is missing: what most questions need. */
export function allRemembered(
  memory: TargetMemory,
  queries: ReadonlyArray<TargetQuery>,
): ReadonlyArray<FlightResult> | undefined {
  const results: Array<FlightResult> = [];
  for (const query of queries) {
    const known = memory.known(targetKey(query));
    if (known === undefined) return undefined;
    results.push(Result.succeed(known));
  }
  return results;
}

/** What the book asks before it asks a provider. */
interface Shelves {
  readonly store: TargetStore["Service"];
  readonly memory: TargetMemory;
}

/** Brings what the store has of these into memory. */
export const rememberStored = Effect.fnUntraced(function* (
  { store, memory }: Shelves,
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

/** Looks into memory, the store, and the failures that are too fresh to try again. */
export const lookUpTargets = Effect.fn("TargetBook.lookUp")(function* (
  { store, memory }: Shelves,
  queries: ReadonlyArray<TargetQuery>,
) {
  const unknown = queries.filter((query) => memory.known(targetKey(query)) === undefined);
  yield* rememberStored({ store, memory }, unknown);
  const nowMs = yield* Clock.currentTimeMillis;
  const answers = new Map<string, FlightResult>();
  for (const key of queries.map(targetKey)) {
    const known = memory.known(key);
    const missed = known === undefined ? memory.missed(key, nowMs) : undefined;
    if (known !== undefined) answers.set(key, Result.succeed(known));
    else if (missed !== undefined) answers.set(key, Result.fail(missed));
  }
  const open = queries.filter((query) => !answers.has(targetKey(query)));
  return { answers, open } satisfies LookedUp;
});
