import { expect, test } from "bun:test";
import { Effect } from "effect";
import { layerGameStore } from "../../../../adapters/postgres/store/game_store.ts";
import { Sql } from "../../../../adapters/postgres/engine/sql.ts";
import { GameStore } from "../../../../core/port/game_store.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import {
  changesOf,
  gameRecord,
  newRegion,
  platformRecord,
  scanAt,
} from "../../../contract/game_fixture.ts";
import { anyMigratedSql, describeOn } from "../migrated_sql.ts";

/** More than one statement takes. */
const MANY = 300;
const SCORE = { away: 0, clock: null, period: null, detail: null, updatedSec: UnixSec(1) };

describeOn("games", anyMigratedSql(), layerGameStore, (run) => {
  test("are written all or nothing, however many they are", () =>
    run(Effect.gen(function* () {
      const store = yield* GameStore;
      const atSec = newRegion();
      const before = yield* store.head;
      const games = Array.from({ length: MANY }, () => gameRecord({ kickoffSec: atSec }));
      const platformGames = Array.from(
        { length: MANY },
        () => platformRecord({}, { lastSeenSec: atSec }),
      );
      const changes = { atSec, games, platformGames, scans: [scanAt(atSec)] };
      const range = { startSec: atSec, endSec: UnixSec(atSec + 1) };
      const read = Effect.all([
        store.gamesIn({ leagues: ["epl"], range }),
        store.platformGames({ league: "epl", seenSinceSec: atSec }),
        store.scansSince(atSec),
      ]);
      const given = [gameRecord({ score: { ...SCORE, home: NaN } }), gameRecord({ id: "a\0" })];
      for (const broken of given) {
        const broke = store.write(changesOf({ ...changes, games: [...games, broken] }));
        expect((yield* Effect.flip(broke)).operation).toBe("store games");
      }
      expect(yield* read).toEqual([[], [], []]);
      expect(yield* store.head).toEqual(before);
      yield* store.write(changesOf(changes));
      expect((yield* read).map(({ length }) => length)).toEqual([MANY, MANY, 1]);
    })));

  test("that cannot be read fail, and do not pass for games", () =>
    run(Effect.gen(function* () {
      const store = yield* GameStore;
      const record = gameRecord();
      const { id } = record.game;
      yield* store.write(changesOf({ games: [record] }));
      yield* Sql.use(({ query }) =>
        query("update games set record = $2 where id = $1", [id, '{"game": {}}'])
      );
      expect(yield* Effect.flip(store.gamesById([id]))).toBeInstanceOf(StoreFailed);
    })));
});
