/**
 * Single flight: any number of equal questions, one call of the provider.
 *
 * A flight outlives whoever started it, so that work which was paid for is kept even when the
 * caller has gone.
 *
 * @module
 */
import { type Cause, Deferred, Effect, Exit, type Result } from "effect";
import type { OpeningFailure } from "../port/mod.ts";
import { targetKey, type TargetQuery } from "../price/mod.ts";
import type { KnownTarget } from "./target_memory.ts";

/** What became of one question. */
export type FlightResult = Result.Result<KnownTarget, OpeningFailure>;

/** Asks the provider for one group; gives results in its order, and has kept them. */
export type Fly = (
  group: ReadonlyArray<TargetQuery>,
) => Effect.Effect<ReadonlyArray<FlightResult>>;

/** What a flight was asked for, and what it will give. */
type Landing = Deferred.Deferred<FlightResult>;

/** Joins the flights under way for these questions and starts the others. Results by key. */
export type JoinFlights = (
  queries: ReadonlyArray<TargetQuery>,
) => Effect.Effect<ReadonlyMap<string, FlightResult>>;

/** Makes the one place that knows which questions are being asked right now. */
export function makeFlights(options: {
  readonly groups: (
    queries: ReadonlyArray<TargetQuery>,
  ) => ReadonlyArray<ReadonlyArray<TargetQuery>>;
  readonly fly: Fly;
}): JoinFlights {
  const underway = new Map<string, Landing>();

  const land = (group: ReadonlyArray<TargetQuery>, results: ReadonlyArray<FlightResult>) => {
    for (const [index, query] of group.entries()) {
      const result = results[index];
      const landing = underway.get(targetKey(query));
      underway.delete(targetKey(query));
      if (landing === undefined) continue;
      Deferred.doneUnsafe(
        landing,
        result === undefined ? Effect.die("a group came back short") : Effect.succeed(result),
      );
    }
  };

  /** A defect of an adapter must not leave its askers waiting for ever. */
  const crash = (group: ReadonlyArray<TargetQuery>, cause: Cause.Cause<never>) => {
    for (const query of group) {
      const landing = underway.get(targetKey(query));
      underway.delete(targetKey(query));
      if (landing !== undefined) Deferred.doneUnsafe(landing, Effect.failCause(cause));
    }
  };

  const launch = (group: ReadonlyArray<TargetQuery>) =>
    options.fly(group).pipe(
      Effect.onExit((exit) =>
        Effect.sync(() => Exit.isSuccess(exit) ? land(group, exit.value) : crash(group, exit.cause))
      ),
      Effect.forkDetach,
    );

  /** One step, not to be interrupted: a question that is registered is also asked. */
  const board = Effect.fnUntraced(function* (queries: ReadonlyArray<TargetQuery>) {
    const landings = new Map<string, Landing>();
    const toStart: Array<TargetQuery> = [];
    for (const query of queries) {
      const key = targetKey(query);
      if (landings.has(key)) continue;
      const joined = underway.get(key);
      const landing = joined ?? Deferred.makeUnsafe<FlightResult>();
      landings.set(key, landing);
      if (joined !== undefined) continue;
      underway.set(key, landing);
      toStart.push(query);
    }
    for (const group of options.groups(toStart)) yield* launch(group);
    return landings;
  }, Effect.uninterruptible);

  return Effect.fnUntraced(function* (queries) {
    const landings = yield* board(queries);
    const results = new Map<string, FlightResult>();
    for (const [key, landing] of landings) results.set(key, yield* Deferred.await(landing));
    return results;
  });
}
