/**
 * A store that generates its games when they are read, and needs no memory for them.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { type GameRecord, type Scan } from "../../../core/game/mod.ts";
import { type ChangedGame, GameStore } from "../../../core/port/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { EVERYTHING_READ } from "../../core/game/everything_read.ts";
import { FIRST_SEC, gameOfNumber, manyScans } from "./many_games.ts";

/** A benchmark's controls of the store. */
export interface GeneratedStore {
  readonly layer: Layer.Layer<GameStore>;
  /** Gives this many games a new score, and returns them. */
  readonly change: (count: number) => ReadonlyArray<GameRecord>;
}

/** Games as from a database: each parsed from a separate text. */
function fresh(record: GameRecord): GameRecord {
  return JSON.parse(JSON.stringify(record));
}

/** Makes a store of this many games, with only the parts that the read model uses. */
export function makeGeneratedStore(total: number): GeneratedStore {
  let revision = 1;
  let changed: ReadonlyArray<number> = [];
  const scans: ReadonlyArray<Scan> = manyScans();
  const absent = () => Effect.die(new Error("not in a generated store"));
  /** No game of the revision has this number; those of earlier ones have smaller ones. */
  const firstSeq = () => (revision - 1) * (total + 1);
  const changedGame = (number: number, record: GameRecord): ChangedGame => ({
    record: fresh(record),
    seq: firstSeq() + number + 1,
  });
  const store = GameStore.of({
    gamesIn: absent,
    readings: Effect.succeed({ readings: [], troubles: [] }),
    noteReadings: () => Effect.void,
    gamesById: absent,
    platformGames: absent,
    unsettled: absent,
    write: absent,
    forgetScans: absent,
    head: Effect.sync(() => ({ revision, atSec: UnixSec(FIRST_SEC + revision) })),
    reaches: Effect.succeed(EVERYTHING_READ),
    scansSince: () => Effect.sync(() => scans),
    changedSince: ({ afterSeq, limit }) =>
      Effect.sync(() => {
        if (afterSeq > firstSeq() && revision > 1) return [];
        if (revision > 1) {
          return changed.map((number) => changedGame(number, gameOfNumber(number, revision)));
        }
        const count = Math.max(0, Math.min(limit, total - afterSeq));
        return Array.from({ length: count }, (_, at) => {
          return changedGame(afterSeq + at, gameOfNumber(afterSeq + at));
        });
      }),
  });
  return {
    layer: Layer.succeed(GameStore, store),
    change: (count) => {
      revision++;
      changed = Array.from({ length: count }, (_, at) => (at * 7_919 + revision) % total);
      return changed.map((number) => fresh(gameOfNumber(number, revision)));
    },
  };
}
