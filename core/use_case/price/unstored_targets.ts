/**
 * Targets that are not known to be stored yet. They have their evidence, and are stored as soon as
 * the store is back.
 *
 * @module
 */
import { Effect, Result, Semaphore } from "effect";
import { BoundedMap } from "../../bounded_map.ts";
import type {
  IdentifiedTarget,
  StoreFailed,
  TargetId,
  TargetJournalService,
} from "../../port/mod.ts";
import { isProvisional, type Target } from "../../price/mod.ts";
import { keyOfId } from "./target_memory.ts";

/** Those of three days, of 2 kB each. Beyond this the oldest are dropped. */
const HELD_MAX = 10_000;
const RETRY_BATCH_MAX = 100;
const RETRY_EVERY = "5 seconds";

/** Holds targets until they are stored. */
export interface UnstoredTargets {
  /** Holds targets that are about to be stored. */
  readonly hold: (found: ReadonlyArray<IdentifiedTarget>) => void;
  /** Lets go of targets: they are stored. */
  readonly release: (found: ReadonlyArray<IdentifiedTarget>) => void;
  /** Keeps targets that could not be stored, also if the process ends, and tries them again. */
  readonly keep: (
    found: ReadonlyArray<IdentifiedTarget>,
    why: StoreFailed,
  ) => Effect.Effect<void>;
  /** Takes over what an earlier process could not store. Returns it. */
  readonly takeOver: Effect.Effect<ReadonlyArray<IdentifiedTarget>>;
  /** Returns a held target. */
  readonly find: (id: TargetId) => Target | undefined;
  /** Returns how many could not be stored so far. */
  readonly waitingCount: () => number;
}

/** Makes an empty holder. */
export function makeUnstoredTargets({ journal, put }: {
  readonly journal: TargetJournalService;
  readonly put: (found: ReadonlyArray<IdentifiedTarget>) => Effect.Effect<void, StoreFailed>;
}): UnstoredTargets {
  const held = new BoundedMap<string, IdentifiedTarget>(HELD_MAX);
  /** The keys of those that could not be stored, in the order of the next attempts. */
  const waiting = new Set<string>();
  let isRetrying = false;
  /** What is kept while the journal is cleared would be gone from it, and nobody would try it. */
  const inJournal = Semaphore.makeUnsafe(1).withPermits(1);

  const release = (found: ReadonlyArray<IdentifiedTarget>) => {
    for (const one of found) {
      const key = keyOfId(one.id);
      // A later one of the same window may wait by now.
      if (held.get(key) !== one) continue;
      held.delete(key);
      waiting.delete(key);
    }
  };

  const retryWaiting = Effect.gen(function* () {
    while (waiting.size > 0) {
      yield* Effect.sleep(RETRY_EVERY);
      const keys = [...waiting].slice(0, RETRY_BATCH_MAX);
      const some = keys.flatMap((key) => held.get(key) ?? []);
      const result = yield* Effect.result(put(some));
      if (Result.isSuccess(result)) release(some);
      for (const key of keys) waiting.delete(key);
      // A failing batch goes to the end, so that it does not block the others.
      const failed = Result.isFailure(result) ? keys.filter((key) => held.has(key)) : [];
      for (const key of failed) waiting.add(key);
    }
  });

  /** Ends the attempts, unless more targets wait by now. */
  const endRetries = inJournal(Effect.gen(function* () {
    if (waiting.size > 0) return;
    yield* journal.clear;
    isRetrying = false;
    yield* Effect.logInfo("Stored every target that waited for the store");
  }));

  const retry = Effect.gen(function* () {
    while (isRetrying) yield* Effect.andThen(retryWaiting, endRetries);
  }).pipe(Effect.onError(() => Effect.sync(() => void (isRetrying = false))));

  const hold = (found: ReadonlyArray<IdentifiedTarget>) => {
    for (const one of found) {
      const known = held.get(keyOfId(one.id))?.target;
      const isFinal = known !== undefined && !isProvisional(known);
      if (!isFinal || !isProvisional(one.target)) held.set(keyOfId(one.id), one);
    }
  };

  const wait = Effect.fnUntraced(function* (found: ReadonlyArray<IdentifiedTarget>) {
    hold(found);
    for (const { id } of found) waiting.add(keyOfId(id));
    if (isRetrying || waiting.size === 0) return;
    isRetrying = true;
    yield* Effect.forkDetach(retry);
  });

  return {
    hold,
    release,
    keep: (found, why) =>
      Effect.gen(function* () {
        const isFirst = waiting.size === 0;
        yield* inJournal(Effect.andThen(journal.append(found), wait(found)));
        // The others until the store is back are no news.
        if (isFirst) yield* Effect.logError(`${why.message}; they wait for it`, why.cause);
      }),
    takeOver: inJournal(Effect.tap(journal.load, wait)),
    find: (id) => held.get(keyOfId(id))?.target,
    waitingCount: () => waiting.size,
  };
}
