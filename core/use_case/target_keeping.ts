/**
 * Keeps new targets in the store: those a provider was asked for, and those it published itself.
 *
 * @module
 */
import { Context, Deferred, Effect } from "effect";
import type { IdentifiedTarget, TargetStore } from "../port/mod.ts";
import { type LiveOpening, targetKey } from "../price/mod.ts";
import { idOf } from "./target_group.ts";
import type { KnownTarget, TargetMemory } from "./target_memory.ts";

/**
 * Ends when a published target has waited long enough for the store: 30 ms of the machine's time.
 *
 * Whoever waits for the opening of a market waits for a price, and the price is certain before it
 * is stored: what the oracle signed or the exchange traded is found again after a crash.
 */
export const StoreGrace = Context.Reference<Effect.Effect<void>>("core/use_case/StoreGrace", {
  defaultValue: () => Effect.sleep("30 millis"),
});

/**
 * Puts targets, and gives what the store holds of each: another replica may have been first.
 *
 * A price that could not be stored is still right: it is asked for again after a restart.
 */
export const keepTargets = Effect.fnUntraced(function* (
  store: TargetStore["Service"],
  found: ReadonlyArray<IdentifiedTarget>,
): Effect.fn.Return<ReadonlyArray<KnownTarget>> {
  if (found.length === 0) return [];
  return yield* store.put(found).pipe(
    Effect.catch((failure) =>
      Effect.as(
        Effect.logError(failure.message, failure.cause),
        found.map(({ target }) => target),
      )
    ),
  );
});

/** Takes openings as they are published. */
export type KeepOpenings = (openings: ReadonlyArray<LiveOpening>) => Effect.Effect<void>;

/** Targets that are put together. `stored` is done when the store has answered. */
interface Batch {
  readonly found: Array<IdentifiedTarget>;
  readonly stored: Deferred.Deferred<void>;
}

/**
 * Makes the intake of published targets. One put at a time: those that arrive with the first, or
 * while a put is under way, go into the next one together, so that a midnight with 35 windows costs
 * one or two puts and not fourteen. Each waits for its grace at most, whatever is before it.
 */
export function makeKeepOpenings({ store, memory, grace }: {
  readonly store: TargetStore["Service"];
  readonly memory: TargetMemory;
  readonly grace: Effect.Effect<void>;
}): KeepOpenings {
  let gathering: Batch | undefined;
  let isPutting = false;

  const remember = (found: ReadonlyArray<IdentifiedTarget>, kept: ReadonlyArray<KnownTarget>) => {
    for (const [index, { id, target }] of found.entries()) {
      memory.remember(id, kept[index] ?? target);
    }
  };

  /** Takes what has gathered; with nothing there, whoever gathers next has to start again. */
  const takeBatch = (): Batch | undefined => {
    const batch = gathering;
    gathering = undefined;
    isPutting = batch !== undefined;
    return batch;
  };

  /** What the store answers after the grace corrects what is remembered. */
  const putAll = Effect.gen(function* () {
    // What the same turn brings goes along.
    yield* Effect.yieldNow;
    for (let batch = takeBatch(); batch !== undefined; batch = takeBatch()) {
      const { found, stored } = batch;
      yield* keepTargets(store, found).pipe(
        Effect.tap((kept) => Effect.sync(() => remember(found, kept))),
        Effect.exit,
      );
      Deferred.doneUnsafe(stored, Effect.void);
    }
  });

  return Effect.fnUntraced(function* (openings) {
    const found = openings
      .map(({ query, target }): IdentifiedTarget => ({ id: idOf(query), target }))
      .filter(({ id }) => !isKnown(memory, id));
    if (found.length === 0) return;
    gathering ??= { found: [], stored: Deferred.makeUnsafe() };
    gathering.found.push(...found);
    const { stored } = gathering;
    if (!isPutting) {
      isPutting = true;
      yield* Effect.forkDetach(putAll);
    }
    yield* Effect.raceFirst(Deferred.await(stored), grace);
    remember(found.filter(({ id }) => !isKnown(memory, id)), []);
  });
}

function isKnown(memory: TargetMemory, { asset, interval, startSec }: IdentifiedTarget["id"]) {
  return memory.known(targetKey({ asset, window: { interval, startSec } })) !== undefined;
}
