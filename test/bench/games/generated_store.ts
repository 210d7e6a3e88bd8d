/** A store that generates its games when they are read, and needs no memory for them. @module */
import { Effect, Layer } from "effect";
import type { GameRecord } from "../../../core/game/mod.ts";
import { type ChangedGame, GameStore } from "../../../core/port/game_store.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { EVERYTHING_READ } from "../../core/game/everything_read.ts";
import { FIRST_SEC, gameOfNumber, manyScans } from "./many_games.ts";

/** Games as from a database: each parsed from a separate text. */
function fresh(record: GameRecord): GameRecord {
  return JSON.parse(JSON.stringify(record));
}

/** A store of this many games, with only the parts that the read model uses. */
export function layerGeneratedStore(total: number): Layer.Layer<GameStore> {
  return Layer.mock(GameStore, {
    readings: Effect.succeed({ readings: [], troubles: [] }),
    noteReadings: () => Effect.void,
    head: Effect.succeed({ revision: 1, atSec: UnixSec(FIRST_SEC + 1) }),
    reaches: Effect.succeed(EVERYTHING_READ),
    scansSince: () => Effect.sync(manyScans),
    changedSince: ({ afterSeq, limit }) =>
      Effect.sync(() => {
        const count = Math.max(0, Math.min(limit, total - afterSeq));
        return Array.from({ length: count }, (_, at): ChangedGame => {
          return { record: fresh(gameOfNumber(afterSeq + at)), seq: afterSeq + at + 1 };
        });
      }),
  });
}
