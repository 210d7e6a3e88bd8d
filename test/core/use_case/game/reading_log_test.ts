import { expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { layerMemoryGameStore } from "../../../memory/game_store.ts";
import { GameStore } from "../../../../core/port/game_store.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { makeReadingLog } from "../../../../core/use_case/game/mod.ts";
import { NOON_SEC } from "./game_world.ts";

const DAY = { year: 2026, month: 9, day: 20 };
const later = (sec: number) => UnixSec(NOON_SEC + sec);

test("a trouble that goes on is written once, and again where it is another one", async () => {
  const written: Array<string> = [];
  const layerCounted = Layer.effect(
    GameStore,
    Effect.map(GameStore, (store) =>
      GameStore.of({
        ...store,
        noteReadings: (notes) => {
          written.push(notes.troubles.map(({ reason }) => reason).join() || "read");
          return store.noteReadings(notes);
        },
      })),
  ).pipe(Layer.provide(layerMemoryGameStore));
  const log = makeReadingLog();
  const fail = (sec: number, reason: "timeout" | "refused", isAnswered = false) =>
    log.noteFailed({ league: "mlb", days: [DAY], atSec: later(sec), reason, isAnswered });
  const troubles = await Effect.runPromise(
    Effect.gen(function* () {
      yield* fail(1, "timeout", true);
      yield* fail(2, "timeout");
      yield* fail(3, "timeout");
      yield* fail(4, "refused");
      const { troubles } = yield* (yield* GameStore).readings;
      yield* log.noteRead([{ league: "mlb", day: DAY, atSec: later(5) }]);
      return troubles;
    }).pipe(Effect.provide(layerCounted)),
  );
  expect(written).toEqual(["timeout", "refused", "read"]);
  expect(troubles).toEqual([{ league: "mlb", sinceSec: later(2), reason: "refused" }]);
  expect(log.stateOf("mlb", DAY, later(9))).toMatchObject({ readSec: later(5), failedSec: null });
});
