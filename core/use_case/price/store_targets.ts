/**
 * Stores new targets: those fetched from a provider, and those that a provider pushed.
 *
 * @module
 */
import { Context, Deferred, Effect } from "effect";
import type { IdentifiedTarget, StoreFailed, TargetStore } from "../../port/mod.ts";
import { isProvisional, type LiveOpening, type Target } from "../../price/mod.ts";
import { MachineTime } from "../time/machine_time.ts";
import type { TargetDisputes } from "./target_disputes.ts";
import { idOf } from "./target_group.ts";
import { type KnownTarget, type TargetMemory } from "./target_memory.ts";
import type { UnstoredTargets } from "./unstored_targets.ts";

/** The longest time a published target waits for the store, in machine time. */
const STORE_GRACE_MS = 30;

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

/** Records disputes of pushed targets with those that another replica or source stored first. */
export const noteDisputes = Effect.fnUntraced(function* (
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
