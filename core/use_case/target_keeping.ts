/**
 * Keeps new targets in the store: those a provider was asked for, and those it published itself.
 *
 * @module
 */
import { Context, Deferred, Effect, Result } from "effect";
import type { IdentifiedTarget, TargetStore } from "../port/mod.ts";
import { isProvisional, type LiveOpening, type Target } from "../price/mod.ts";
import type { TargetDisputes } from "./target_disputes.ts";
import { idOf } from "./target_group.ts";
import { keyOfId, type KnownTarget, type TargetMemory } from "./target_memory.ts";

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
        found.map(({ target }) => toKnown(target)),
      )
    ),
  );
});

/** A target as the book knows it. */
export function toKnown(target: Target): KnownTarget {
  const { priceE18, source } = target;
  return isProvisional(target) ? { priceE18, source, isProvisional: true } : { priceE18, source };
}

/** Targets that wait for a store that is away: those of three hours. The oldest are let go. */
const UNSTORED_MAX = 1_000;
const PUT_AT_ONCE = 100;
const PUT_AGAIN_EVERY = "5 seconds";

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
export function makeKeepOpenings({ store, memory, disputes, grace }: {
  readonly store: TargetStore["Service"];
  readonly memory: TargetMemory;
  readonly disputes: TargetDisputes;
  readonly grace: Effect.Effect<void>;
}): KeepOpenings {
  let gathering: Batch | undefined;
  let isPutting = false;
  /** What the store would not take, oldest first: it is put again until it is there. */
  let unstored: ReadonlyArray<IdentifiedTarget> = [];

  const remember = (found: ReadonlyArray<IdentifiedTarget>, kept: ReadonlyArray<KnownTarget>) => {
    for (const [index, { id, target }] of found.entries()) {
      memory.remember(id, kept[index] ?? toKnown(target));
    }
  };

  /** What another replica, or another source, was first with must say the same. */
  const noteDisputes = Effect.fnUntraced(function* (
    found: ReadonlyArray<IdentifiedTarget>,
    kept: ReadonlyArray<KnownTarget | undefined>,
  ) {
    for (const [index, late] of found.entries()) {
      const known = kept[index];
      const noting = known === undefined ? undefined : disputes.between(known, late);
      if (noting !== undefined) yield* Effect.forkDetach(noting);
    }
  });

  /** Takes what has gathered; with nothing there, whoever gathers next has to start again. */
  const takeBatch = (): Batch | undefined => {
    const batch = gathering;
    gathering = undefined;
    isPutting = batch !== undefined;
    return batch;
  };

  const putNow = Effect.fnUntraced(function* (found: ReadonlyArray<IdentifiedTarget>) {
    const kept = yield* store.put(found);
    remember(found, kept);
    yield* noteDisputes(found, kept);
  });

  /** A price is certain though the store is away, and what proves it is nowhere else by then. */
  const putLater = Effect.fnUntraced(function* (found: ReadonlyArray<IdentifiedTarget>) {
    remember(found, []);
    const isWaiting = unstored.length > 0;
    unstored = [...unstored, ...found].slice(-UNSTORED_MAX);
    if (!isWaiting) yield* Effect.forkDetach(putWhatIsLeft);
  });

  const putWhatIsLeft = Effect.gen(function* () {
    while (unstored.length > 0) {
      yield* Effect.sleep(PUT_AGAIN_EVERY);
      const some = unstored.slice(0, PUT_AT_ONCE);
      const put = yield* Effect.result(putNow(some));
      const rest = unstored.filter((target) => !some.includes(target));
      // One that is refused for itself must not keep the others back.
      unstored = Result.isSuccess(put) ? rest : [...rest, ...some];
    }
  });

  /** What the store answers after the grace corrects what is remembered. */
  const putAll = Effect.gen(function* () {
    // What the same turn brings goes along.
    yield* Effect.yieldNow;
    for (let batch = takeBatch(); batch !== undefined; batch = takeBatch()) {
      const { found, stored } = batch;
      yield* putNow(found).pipe(
        Effect.catch((failure) =>
          Effect.andThen(Effect.logError(failure.message, failure.cause), putLater(found))
        ),
        Effect.exit,
      );
      Deferred.doneUnsafe(stored, Effect.void);
    }
  });

  return Effect.fnUntraced(function* (openings) {
    const all = openings
      .map(({ query, target }): IdentifiedTarget => ({ id: idOf(query), target }));
    const known = all.map(({ id }) => memory.known(keyOfId(id)));
    yield* noteDisputes(all, known);
    const found = all.filter((_, index) => !isFinal(known[index]));
    if (found.length === 0) return;
    gathering ??= { found: [], stored: Deferred.makeUnsafe() };
    gathering.found.push(...found);
    const { stored } = gathering;
    if (!isPutting) {
      isPutting = true;
      yield* Effect.forkDetach(putAll);
    }
    yield* Effect.raceFirst(Deferred.await(stored), grace);
    remember(found.filter(({ id }) => memory.known(keyOfId(id)) === undefined), []);
  });
}

function isFinal(known: KnownTarget | undefined): boolean {
  return known !== undefined && known.isProvisional !== true;
}
