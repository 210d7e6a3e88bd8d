/**
 * Stores new targets: those fetched from a provider, and those that a provider pushed. A pushed one
 * is told before it is stored.
 *
 * @module
 */
import { Deferred, Effect } from "effect";
import type { StoreFailed } from "../../port/store_failure.ts";
import type { IdentifiedTarget, TargetStore } from "../../port/target_store.ts";
import { isExact, isProvisional, type LiveOpening, type Target } from "../../price/mod.ts";
import type { TargetDisputes } from "./target_disputes.ts";
import { idOf, type KnownTarget, type TargetMemory } from "./target_memory.ts";
import type { UnstoredTargets } from "./unstored_targets.ts";

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

/** Accepts openings as providers publish them, and ends when they are told. */
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
 * Makes the intake of published targets.
 *
 * What is exact is the same number at every replica, so that nobody need ask the store first: it is
 * told as soon as it is in the journal, in the same turn of the event loop. All else is told once
 * the store has it, or has failed.
 *
 * Only one put is in flight: targets that arrive together, or during a put, share the next one, so
 * that a midnight with 35 windows costs one or two puts rather than fourteen.
 */
export function makeKeepOpenings({ put, unstored, memory, disputes }: {
  /** Stores targets and records their disputes. */
  readonly put: (found: ReadonlyArray<IdentifiedTarget>) => Effect.Effect<void, StoreFailed>;
  readonly unstored: UnstoredTargets;
  readonly memory: TargetMemory;
  readonly disputes: TargetDisputes;
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

  /** Puts all batches. What the store had already corrects the memory. */
  const putAll = Effect.gen(function* () {
    // Openings of the same event-loop turn join the batch.
    yield* Effect.yieldNow;
    for (let batch = takeBatch(); batch !== undefined; batch = takeBatch()) {
      const { found, stored } = batch;
      yield* put(found).pipe(
        Effect.andThen(unstored.release(found)),
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
    const outlives = yield* unstored.hold(found);
    const told = outlives ? found.filter(({ target }) => isExact(target)) : [];
    remember(told);
    const { stored } = latest = gathering ??= { found: [], stored: Deferred.makeUnsafe() };
    gathering.found.push(...found);
    if (!isPutting) {
      isPutting = true;
      yield* Effect.forkDetach(putAll);
    }
    if (told.length < found.length) yield* Deferred.await(stored);
  });

  const settled = Effect.suspend(() =>
    latest === undefined ? Effect.void : Deferred.await(latest.stored)
  );
  return { keep, settled };
}

function isFinal(known: KnownTarget | undefined): boolean {
  return known !== undefined && known.isProvisional !== true;
}
