/**
 * Stores new targets: those fetched from a provider, and those that a provider pushed. Those that
 * are not known to be stored yet have their evidence, and are stored as soon as the store is back.
 *
 * @module
 */
import { Context, Deferred, Effect, Result, Semaphore } from "effect";
import { BoundedMap } from "../../bounded_map.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import type { TargetJournalService } from "../../port/target_journal.ts";
import type { IdentifiedTarget, TargetId, TargetStore } from "../../port/target_store.ts";
import { isProvisional, type LiveOpening, type Target } from "../../price/mod.ts";
import { MachineTime } from "../time/machine_time.ts";
import type { TargetDisputes } from "./target_disputes.ts";
import { idOf, keyOfId, type KnownTarget, type TargetMemory } from "./target_memory.ts";

/** The longest time a published target waits for the store, in machine time. */
const STORE_GRACE_MS = 30;
/** Those of three days, of 2 kB each. Beyond this the oldest are dropped. */
const HELD_MAX = 10_000;
const RETRY_BATCH_MAX = 100;
const RETRY_EVERY = "5 seconds";

/**
 * Ends when a pushed target has waited long enough for the store.
 *
 * Subscribers wait for the price, and it is certain before it is stored. Until then its evidence is
 * held in memory, and in a journal once the store has failed.
 */
export const StoreGrace = Context.Reference<Effect.Effect<void>>("core/use_case/StoreGrace", {
  defaultValue: () => MachineTime.use(({ sleep }) => sleep(STORE_GRACE_MS)),
});

/** Converts a target to its cached form, without evidence. */
export function toKnown(target: Target): KnownTarget {
  const { priceE18, source } = target;
  return isProvisional(target) ? { priceE18, source, isProvisional: true } : { priceE18, source };
}

/** Stores targets, all or none, and remembers the stored state of each. */
export type PutTargets = (
  found: ReadonlyArray<IdentifiedTarget>,
) => Effect.Effect<ReadonlyArray<KnownTarget>, StoreFailed>;

/** Makes the storing of targets: another replica may have been first, and what it stored counts. */
export function makePutTargets({ store, memory }: {
  readonly store: TargetStore["Service"];
  readonly memory: TargetMemory;
}): PutTargets {
  return Effect.fnUntraced(function* (found) {
    if (found.length === 0) return [];
    const kept = yield* store.put(found);
    for (const [index, { id, target }] of found.entries()) {
      memory.remember(id, kept[index] ?? toKnown(target));
    }
    return kept;
  });
}

/** Makes the storing of targets that were not fetched: it records what others dispute of them. */
export function makePutPushed(put: PutTargets, disputes: TargetDisputes) {
  return (found: ReadonlyArray<IdentifiedTarget>) =>
    Effect.flatMap(put(found), (kept) => noteDisputes(disputes, found, kept));
}

/** Records disputes of targets with those that another replica or source stored first. */
const noteDisputes = Effect.fnUntraced(function* (
  disputes: TargetDisputes,
  found: ReadonlyArray<IdentifiedTarget>,
  kept: ReadonlyArray<KnownTarget | undefined>,
) {
  for (const [index, late] of found.entries()) {
    const known = kept[index];
    const noting = known === undefined ? undefined : disputes.between(known, late);
    if (noting !== undefined) yield* Effect.forkDetach(noting);
  }
});

/** Accepts openings as they are published. */
export type KeepOpenings = (openings: ReadonlyArray<LiveOpening>) => Effect.Effect<void>;

/** The intake of published targets. */
export interface OpeningIntake {
  readonly keep: KeepOpenings;
  /** Ends when what was taken in is stored, or could not be. */
  readonly settled: Effect.Effect<void>;
}

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
export function makeKeepOpenings({ put, unstored, memory, disputes, grace }: {
  /** Stores targets and records their disputes. */
  readonly put: (found: ReadonlyArray<IdentifiedTarget>) => Effect.Effect<void, StoreFailed>;
  readonly unstored: UnstoredTargets;
  readonly memory: TargetMemory;
  readonly disputes: TargetDisputes;
  readonly grace: Effect.Effect<void>;
}): OpeningIntake {
  let gathering: Batch | undefined;
  let latest: Batch | undefined;
  let isPutting = false;

  const remember = (found: ReadonlyArray<IdentifiedTarget>) => {
    for (const { id, target } of found) memory.remember(id, toKnown(target));
  };

  /** Takes the gathered batch. If there is none, the next caller must start the loop again. */
  const takeBatch = (): Batch | undefined => {
    const batch = gathering;
    gathering = undefined;
    isPutting = batch !== undefined;
    return batch;
  };

  /** Puts all batches. An answer that comes after the grace still corrects the memory. */
  const putAll = Effect.gen(function* () {
    // Openings of the same event-loop turn join the batch.
    yield* Effect.yieldNow;
    for (let batch = takeBatch(); batch !== undefined; batch = takeBatch()) {
      const { found, stored } = batch;
      yield* put(found).pipe(
        Effect.andThen(Effect.sync(() => unstored.release(found))),
        Effect.catch((failure) => {
          remember(found);
          return unstored.keep(found, failure);
        }),
        Effect.exit,
      );
      Deferred.doneUnsafe(stored, Effect.void);
    }
  });

  const keep: KeepOpenings = Effect.fnUntraced(function* (openings) {
    const all = openings
      .map(({ query, target }): IdentifiedTarget => ({ id: idOf(query), target }));
    const known = all.map(({ id }) => memory.known(id.asset, id));
    yield* noteDisputes(disputes, all, known);
    const found = all.filter((_, index) => !isFinal(known[index]));
    if (found.length === 0) return;
    unstored.hold(found);
    latest = gathering ??= { found: [], stored: Deferred.makeUnsafe() };
    gathering.found.push(...found);
    const { stored } = gathering;
    if (!isPutting) {
      isPutting = true;
      yield* Effect.forkDetach(putAll);
    }
    yield* Effect.raceFirst(Deferred.await(stored), grace);
    remember(found.filter(({ id }) => memory.known(id.asset, id) === undefined));
  });

  const settled = Effect.suspend(() =>
    latest === undefined ? Effect.void : Deferred.await(latest.stored)
  );
  return { keep, settled };
}

function isFinal(known: KnownTarget | undefined): boolean {
  return known !== undefined && known.isProvisional !== true;
}

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
