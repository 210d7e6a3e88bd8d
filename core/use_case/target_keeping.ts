/**
 * Keeps new targets in the store: those a provider was asked for, and those it published itself.
 *
 * @module
 */
import { Context, Effect, Fiber } from "effect";
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

/**
 * Makes the intake of published targets. Those that arrive while a put is under way go into the
 * next one together, so that a midnight with 35 windows costs two or three puts and not fourteen.
 */
export function makeKeepOpenings({ store, memory, grace }: {
  readonly store: TargetStore["Service"];
  readonly memory: TargetMemory;
  readonly grace: Effect.Effect<void>;
}): KeepOpenings {
  let waiting: Array<IdentifiedTarget> = [];
  let isPutting = false;

  const remember = (batch: ReadonlyArray<IdentifiedTarget>, kept: ReadonlyArray<KnownTarget>) => {
    for (const [index, { id, target }] of batch.entries()) {
      memory.remember(id, kept[index] ?? target);
    }
  };

  /** The put goes on when the grace is over: what it finds then corrects what is remembered. */
  const putBatch = Effect.fnUntraced(function* (batch: ReadonlyArray<IdentifiedTarget>) {
    const put = yield* keepTargets(store, batch).pipe(
      Effect.tap((kept) => Effect.sync(() => remember(batch, kept))),
      Effect.forkDetach,
    );
    yield* Effect.raceFirst(Fiber.await(put), grace);
    remember(batch.filter(({ id }) => !isKnown(memory, id)), []);
  });

  const drain = Effect.gen(function* () {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      yield* putBatch(batch);
    }
  });

  return Effect.fnUntraced(function* (openings) {
    for (const { query, target } of openings) {
      const id = idOf(query);
      if (!isKnown(memory, id)) waiting.push({ id, target });
    }
    if (isPutting || waiting.length === 0) return;
    isPutting = true;
    yield* Effect.ensuring(drain, Effect.sync(() => void (isPutting = false)));
  });
}

function isKnown(memory: TargetMemory, { asset, interval, startSec }: IdentifiedTarget["id"]) {
  return memory.known(targetKey({ asset, window: { interval, startSec } })) !== undefined;
}
