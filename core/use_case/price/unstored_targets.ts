/**
 * Targets that are told and not stored yet: they have their evidence, outlive the process in a
 * journal, and are stored as soon as the store is back.
 *
 * @module
 */
import { Effect, Result } from "effect";
import { BoundedMap } from "../../bounded_map.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import type { TargetJournalService } from "../../port/target_journal.ts";
import type { IdentifiedTarget, TargetId } from "../../port/target_store.ts";
import { isProvisional, type Target } from "../../price/mod.ts";
import { keyOfId } from "./target_memory.ts";

/** Those of three days, of 2 kB each. Beyond this the oldest are dropped. */
const HELD_MAX = 10_000;
const RETRY_BATCH_MAX = 100;
const RETRY_EVERY = "5 seconds";

/** Holds targets until they are stored. */
export interface UnstoredTargets {
  /**
   * Holds targets that are about to be stored, in the caller's turn of the event loop. Returns
   * whether they outlive the process from now on.
   */
  readonly hold: (found: ReadonlyArray<IdentifiedTarget>) => Effect.Effect<boolean>;
  /** Lets go of targets: they are stored. */
  readonly release: (found: ReadonlyArray<IdentifiedTarget>) => Effect.Effect<void>;
  /** Holds targets that could not be stored, and tries them again until they are. */
  readonly keep: (
    found: ReadonlyArray<IdentifiedTarget>,
    why: StoreFailed,
  ) => Effect.Effect<void>;
  /** Takes over what an earlier process had not stored. Returns it. */
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
  const inJournal = new WeakSet<IdentifiedTarget>();
  /** The keys of those that could not be stored, in the order of the next attempts. */
  const waiting = new Set<string>();
  let isRetrying = false;
  let isJournalBroken = false;

  /** Logs trouble with the journal, but not again until it is over. Returns whether it worked. */
  const judge = (outcome: Result.Result<void, unknown>): Effect.Effect<boolean> => {
    const isFirst = Result.isFailure(outcome) && !isJournalBroken;
    isJournalBroken = Result.isFailure(outcome);
    if (Result.isSuccess(outcome)) return Effect.succeed(true);
    const told = isFirst
      ? Effect.logError("Cannot write the journal of targets", outcome.failure)
      : Effect.void;
    return Effect.as(told, false);
  };

  /** Holds them in memory. Returns those that are held now. */
  const take = (found: ReadonlyArray<IdentifiedTarget>) =>
    found.filter((one) => {
      const key = keyOfId(one.id);
      const known = held.get(key)?.target;
      if (known !== undefined && !isProvisional(known) && isProvisional(one.target)) return false;
      held.set(key, one);
      return true;
    });

  const hold = (found: ReadonlyArray<IdentifiedTarget>) =>
    Effect.suspend(() => {
      const lacking = take(found).filter((one) => !inJournal.has(one));
      if (lacking.length === 0) return Effect.succeed(true);
      const outcome = journal.append(lacking);
      if (Result.isSuccess(outcome)) { for (const one of lacking) inJournal.add(one); }
      return judge(outcome);
    });

  const release = (found: ReadonlyArray<IdentifiedTarget>) =>
    Effect.suspend(() => {
      for (const one of found) {
        const key = keyOfId(one.id);
        // A later one of the same window may wait by now.
        if (held.get(key) !== one) continue;
        held.delete(key);
        waiting.delete(key);
      }
      return held.size === 0 ? judge(journal.clear()) : Effect.void;
    });

  const retry = Effect.gen(function* () {
    while (waiting.size > 0) {
      yield* Effect.sleep(RETRY_EVERY);
      const keys = [...waiting].slice(0, RETRY_BATCH_MAX);
      const some = keys.flatMap((key) => held.get(key) ?? []);
      const result = yield* Effect.result(put(some));
      if (Result.isSuccess(result)) yield* release(some);
      for (const key of keys) waiting.delete(key);
      // A failing batch goes to the end, so that it does not block the others.
      const failed = Result.isFailure(result) ? keys.filter((key) => held.has(key)) : [];
      for (const key of failed) waiting.add(key);
    }
    isRetrying = false;
    yield* Effect.logInfo("Stored every target that waited for the store");
  }).pipe(Effect.onError(() => Effect.sync(() => void (isRetrying = false))));

  /** Tries what is held again. */
  const wait = (found: ReadonlyArray<IdentifiedTarget>) =>
    Effect.suspend(() => {
      for (const { id } of found) waiting.add(keyOfId(id));
      if (isRetrying || waiting.size === 0) return Effect.void;
      isRetrying = true;
      return Effect.forkDetach(retry);
    });

  return {
    hold,
    release,
    keep: (found, why) =>
      Effect.gen(function* () {
        const isFirst = waiting.size === 0;
        yield* hold(found);
        yield* wait(found);
        // The others until the store is back are no news.
        if (isFirst) yield* Effect.logError(`${why.message}; they wait for it`, why.cause);
      }),
    takeOver: Effect.tap(journal.load, (found) => {
      // They stay in the journals that they come from.
      for (const one of take(found)) inJournal.add(one);
      return wait(found);
    }),
    find: (id) => held.get(keyOfId(id))?.target,
    waitingCount: () => waiting.size,
  };
}
