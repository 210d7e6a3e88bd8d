/**
 * Stores new targets: those fetched from a provider, and those that a provider pushed.
 *
 * @module
 */
import { Context, Deferred, Effect, Result } from "effect";
import type { IdentifiedTarget, TargetStore } from "../../port/mod.ts";
import { isProvisional, type LiveOpening, type Target } from "../../price/mod.ts";
import { MachineTime } from "../time/machine_time.ts";
import type { TargetDisputes } from "./target_disputes.ts";
import { idOf } from "./target_group.ts";
import { keyOfId, type KnownTarget, type TargetMemory } from "./target_memory.ts";

/** The longest time a published target waits for the store, in machine time. */
const STORE_GRACE_MS = 30;

/**
 * Ends when a pushed target has waited long enough for the store.
 *
 * Subscribers wait for the price, and it is certain before it is stored: what the oracle signed or
 * the exchange traded can be fetched again after a crash.
 */
export const StoreGrace = Context.Reference<Effect.Effect<void>>("core/use_case/StoreGrace", {
  defaultValue: () => MachineTime.use(({ sleep }) => sleep(STORE_GRACE_MS)),
});

/**
 * Stores targets and returns the stored state of each: another replica may have been first.
 *
 * If the store fails, returns the given targets: their prices are right, and will be fetched again
 * after a restart.
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

/** Converts a target to its cached form, without evidence. */
export function toKnown(target: Target): KnownTarget {
  const { priceE18, source } = target;
  return isProvisional(target) ? { priceE18, source, isProvisional: true } : { priceE18, source };
}

/** The most targets kept while the store is down: those of three hours. Drops the oldest. */
const UNSTORED_MAX = 1_000;
const RETRY_BATCH_MAX = 100;
const RETRY_EVERY = "5 seconds";

/** Accepts openings as they are published. */
export type KeepOpenings = (openings: ReadonlyArray<LiveOpening>) => Effect.Effect<void>;

/** Targets stored in one put. `stored` completes when the store has answered. */
interface Batch {
  readonly found: Array<IdentifiedTarget>;
  readonly stored: Deferred.Deferred<void>;
}

/**
 * Makes the intake of published targets. Only one put is in flight: targets that arrive together,
 * or during a put, share the next one, so that a midnight with 35 windows costs one or two puts
 * rather than fourteen. Each call waits no longer than its grace.
 */
export function makeKeepOpenings({ store, memory, disputes, grace }: {
  readonly store: TargetStore["Service"];
  readonly memory: TargetMemory;
  readonly disputes: TargetDisputes;
  readonly grace: Effect.Effect<void>;
}): KeepOpenings {
  let gathering: Batch | undefined;
  let isPutting = false;
  /** Targets that could not be stored, oldest first. They are retried until they are stored. */
  let unstored: ReadonlyArray<IdentifiedTarget> = [];

  const remember = (found: ReadonlyArray<IdentifiedTarget>, kept: ReadonlyArray<KnownTarget>) => {
    for (const [index, { id, target }] of found.entries()) {
      memory.remember(id, kept[index] ?? toKnown(target));
    }
  };

  /** Records disputes with targets that another replica or source stored first. */
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

  /** Takes the gathered batch. If there is none, the next caller must start the loop again. */
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

  /** Keeps the targets for a retry: their prices are certain, and their evidence is only here. */
  const putLater = Effect.fnUntraced(function* (found: ReadonlyArray<IdentifiedTarget>) {
    remember(found, []);
    const isWaiting = unstored.length > 0;
    unstored = [...unstored, ...found].slice(-UNSTORED_MAX);
    if (!isWaiting) yield* Effect.forkDetach(retryUnstored);
  });

  const retryUnstored = Effect.gen(function* () {
    while (unstored.length > 0) {
      yield* Effect.sleep(RETRY_EVERY);
      const some = unstored.slice(0, RETRY_BATCH_MAX);
      const put = yield* Effect.result(putNow(some));
      const rest = unstored.filter((target) => !some.includes(target));
      // A failing batch goes to the end, so that it does not block the others.
      unstored = Result.isSuccess(put) ? rest : [...rest, ...some];
    }
  });

  /** Puts all batches. An answer that comes after the grace still corrects the memory. */
  const putAll = Effect.gen(function* () {
    // Openings of the same event-loop turn join the batch.
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
