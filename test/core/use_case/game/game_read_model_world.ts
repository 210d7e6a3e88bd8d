/** A book of games over a store that a test has its hands on. @module */
import { Effect, Layer } from "effect";
import { TestClock } from "effect/testing";
import { layerMemoryGameStore } from "../../../memory/game_store.ts";
import type { ListingSettings } from "../../../../core/game/mod.ts";
import { gameSeq, GameStore } from "../../../../core/port/game_store.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import {
  GameReadModel,
  GameSettings,
  layerGameReadModel,
} from "../../../../core/use_case/game/mod.ts";
import type { Publisher } from "../../../../core/use_case/live/mod.ts";
import { SOME_DAY_SEC } from "../../game/arbitrary_game.ts";
import { settingsOf } from "../../game/listing/arbitrary_listing.ts";

/** A store that can be made to fail, and to be written to between two reads. */
export class Hands {
  isDown = false;
  /** Is done before the next read of changes. */
  meanwhile: Effect.Effect<unknown, StoreFailed> = Effect.void;
  /** Runs after the games were read and before the scans are. */
  afterwards: Effect.Effect<unknown, StoreFailed> = Effect.void;
  /** So many writes were undone, as by an older backup. */
  writesForgotten = 0;
}

/** Runs what a test does, from some day on. */
export function inBookWorld<A>(
  steps: (
    hands: Hands,
  ) => Generator<Effect.Effect<unknown, unknown, GameReadModel | GameStore | Publisher>, A, never>,
  settings: ListingSettings = settingsOf("internal"),
): Promise<A> {
  const hands = new Hands();
  const failed = Effect.fail(new StoreFailed({ operation: "find games", cause: "down" }));
  const layerStore = Layer.effect(
    GameStore,
    Effect.map(GameStore, (store) =>
      GameStore.of({
        ...store,
        head: Effect.suspend(() =>
          hands.isDown ? failed : Effect.map(store.head, ({ revision, atSec }) => {
            return { revision: revision - hands.writesForgotten, atSec };
          })
        ),
        scansSince: (sec) =>
          Effect.suspend(() => {
            const { afterwards } = hands;
            hands.afterwards = Effect.void;
            return Effect.andThen(afterwards, store.scansSince(sec));
          }),
        changedSince: ({ afterSeq, limit }) =>
          Effect.suspend(() => {
            const { meanwhile } = hands;
            hands.meanwhile = Effect.void;
            if (hands.isDown) return failed;
            // A new reader finds only what was written since.
            const start = afterSeq === 0 && hands.writesForgotten > 0
              ? gameSeq(hands.writesForgotten + 1, 0)
              : afterSeq;
            const found = store.changedSince({ afterSeq: start, limit });
            return Effect.andThen(meanwhile, found);
          }),
      })),
  ).pipe(Layer.provide(layerMemoryGameStore));
  return Effect.runPromise(
    Effect.andThen(TestClock.setTime(SOME_DAY_SEC * 1_000), Effect.gen(() => steps(hands))).pipe(
      Effect.provide(layerGameReadModel.pipe(Layer.provideMerge(layerStore))),
      Effect.provideService(GameSettings, settings),
      Effect.provide(TestClock.layer()),
    ),
  );
}
