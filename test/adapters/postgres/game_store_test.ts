import { describe, expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { layerGameStore } from "../../../adapters/postgres/game_store.ts";
import { Sql, SqlFailed } from "../../../adapters/postgres/sql.ts";
import { gameSeq, GameStore, StoreFailed } from "../../../core/port/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import {
  changesOf,
  gameRecord,
  newGameId,
  newRegion,
  platformRecord,
  scanAt,
} from "../../contract/game_fixture.ts";
import { gameStoreContract } from "../../contract/game_store_contract.ts";
import { explainedPlan } from "./explained_plan.ts";
import { fillTable } from "./fill_table.ts";
import { layerOtherPool } from "./fresh_schema.ts";
import { describeOn, migratedSqls } from "./migrated_sql.ts";

const [embedded, server] = migratedSqls();
if (embedded === undefined || server === undefined) throw new Error("there are two databases");

gameStoreContract({ ...embedded, layer: Layer.provide(layerGameStore, embedded.layer) });
gameStoreContract({
  ...server,
  layer: Layer.provide(layerGameStore, server.layer),
  replica: Layer.provide(layerGameStore, Layer.provide(layerOtherPool, server.layer)),
});

const GAMES = 10_000;
const PAGE = 500;
const TIMEOUT_MS = 300_000;

/** Copies the game `$1` `$2` times, a hundred to a revision, in no particular order. */
const MULTIPLY = `
  insert into games (id, league, kickoff_sec, seq, record)
  select 'copy:' || md5(number::text), league, kickoff_sec,
    seq + (1 + number % 100) * 100000 + number / 100, record
  from games, generate_series(1, $2::int) as number where id = $1
`;

/** Notes how many blocks the server reads for each query. */
const layerCountedSql = (blocks: Array<number>) =>
  Layer.effect(
    Sql,
    Effect.map(Sql, (sql) => ({
      ...sql,
      query: (...[text, parameters = [], options]: Parameters<typeof sql.query>) =>
        Effect.andThen(
          Effect.map(explainedPlan(sql, text, parameters), (plan) => {
            blocks.push(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]);
          }),
          sql.query(text, parameters, options),
        ),
    })),
  );

for (const world of [embedded, server]) {
  describeOn(world, {
    what: "games",
    stores: layerGameStore,
    tests: (run) => {
      test("are written all or nothing", async () => {
        const atSec = newRegion();
        const before = await run(GameStore.use((store) => store.head));
        const games = Array.from({ length: 4_000 }, () => gameRecord({ kickoffSec: atSec }));
        const platformGames = [platformRecord({}, { lastSeenSec: atSec })];
        const scans = [scanAt(atSec)];
        const given = [gameRecord({ score: { ...SCORE, home: NaN } }), gameRecord({ id: "a\0" })];
        for (const broken of given) {
          const changes = { atSec, games: [...games, broken], platformGames, scans };
          const failure = await run(
            GameStore.use((store) => Effect.flip(store.write(changesOf(changes)))),
          );
          expect(failure.operation).toBe("store games");
        }
        const range = { startSec: atSec, endSec: UnixSec(atSec + 1) };
        const found = await run(GameStore.use((store) =>
          Effect.all([
            store.gamesIn({ leagues: ["epl"], range }),
            store.platformGames({ league: "epl", seenSinceSec: atSec }),
            store.scansSince(atSec),
          ])
        ));
        expect(found).toEqual([[], [], []]);
        expect(await run(GameStore.use((store) => store.head))).toEqual(before);
      }, TIMEOUT_MS);

      test("that cannot be read fail, and do not pass for games", async () => {
        const record = gameRecord();
        const { id } = record.game;
        await run(GameStore.use((store) => store.write(changesOf({ games: [record] }))));
        await run(
          Sql.use((sql) =>
            sql.query("update games set record = $2 where id = $1", [id, '{"game": {}}'])
          ),
        );
        const failure = await run(GameStore.use((store) => Effect.flip(store.gamesById([id]))));
        expect(failure).toBeInstanceOf(StoreFailed);
        await run(Sql.use((sql) => sql.query("delete from games where id = $1", [id])));
      });

      test("have one head, whatever is tried", async () => {
        const second = "insert into games_head (revision, at_sec) values (0, 0)";
        const failure = await run(Sql.use((sql) => Effect.flip(sql.query(second))));
        expect(failure.message).toContain("games_head_pkey");
      });
    },
  });
}

describeOn(server, {
  what: "ten thousand games",
  stores: layerGameStore,
  tests: (run) => {
    test("are read by pages, the last of which costs what the first did", async () => {
      const record = gameRecord({}, { platforms: PLATFORMS });
      const changes = changesOf({ games: [record] });
      const { revision } = await run(GameStore.use((store) => store.write(changes)));
      await run(fillTable(MULTIPLY, [record.game.id, GAMES]));
      const blocks: Array<number> = [];
      // The one on the same database would be taken for it.
      const layerCounted = Layer.provide(Layer.fresh(layerGameStore), layerCountedSql(blocks));
      const store = await run(Effect.provide(GameStore, layerCounted));
      let afterSeq = gameSeq(revision + 1, 0);
      let count = 0;
      for (;;) {
        const page = await run(store.changedSince({ afterSeq, limit: PAGE }));
        count += page.length;
        const last = page.at(-1);
        if (last === undefined) break;
        afterSeq = last.seq;
      }
      expect(count).toBe(GAMES);
      // By a cursor into an index. A page by its offset reads all the pages before it as well.
      expect(blocks).toHaveLength(GAMES / PAGE + 1);
      expect(blocks.at(-2)).toBeLessThan(2 * (blocks[0] ?? 0));
    }, TIMEOUT_MS);
  },
});

const SCORE = { away: 0, clock: null, period: null, detail: null, updatedSec: UnixSec(1) };

const PLATFORMS = (["polymarket", "kalshi", "limitless", "sx_bet"] as const).map((source) => ({
  source,
  confidence: "exact" as const,
  events: 3,
  marketsStored: 40,
  lastSeenSec: UnixSec(1_767_225_600),
}));

describe("game store in PostgreSQL", () => {
  const gone = new SqlFailed({ cause: "gone" });
  const failing = Layer.mock(Sql, {
    schema: "none",
    isShared: true,
    process: "test",
    query: () => Effect.fail(gone),
    transaction: () => Effect.fail(gone),
  });

  test("fails as StoreFailed, and names what could not be done", async () => {
    const at = UnixSec(1);
    const failures = await Effect.runPromise(
      GameStore.use((store) => {
        const asked = [
          store.gamesIn({ leagues: [], range: { startSec: at, endSec: at } }),
          store.gamesById([newGameId()]),
          store.platformGames({ league: "epl", seenSinceSec: at }),
          store.unsettled({ seenSinceSec: at, limit: 1 }),
          store.write(changesOf({})),
          store.head,
          store.changedSince({ afterSeq: 0, limit: 1 }),
          store.scansSince(at),
          store.forgetScans(at),
        ];
        return Effect.all(asked.map((effect) => Effect.flip(Effect.asVoid(effect))));
      }).pipe(Effect.provide(Layer.provide(layerGameStore, failing))),
    );
    expect(failures.every((failure) => failure instanceof StoreFailed)).toBe(true);
    expect(failures.map(({ operation }) => operation)).toEqual([
      "find games",
      "find games",
      "find games of platforms",
      "find games without a link",
      "store games",
      "find the last write of games",
      "find changed games",
      "find scans",
      "delete old scans",
    ]);
  });
});
