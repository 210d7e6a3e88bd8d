/**
 * The contract that every adapter of the `GameStore` port must meet.
 *
 * @module
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Effect, type Layer, ManagedRuntime } from "effect";
import fc from "fast-check";
import { type GameRecord, LEAGUES, type PlatformRecord } from "../../core/game/mod.ts";
import { type GameChanges, GameStore } from "../../core/port/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import {
  anyGameRecord,
  anyPlatformRecord,
  changesOf,
  type GameFixture,
  gameRecord,
  newGameId,
  newRegion,
  platformRecord,
  scanAt,
} from "./game_fixture.ts";
import { gameWritesContract } from "./game_writes_contract.ts";
import { scheduleReadingsContract } from "./schedule_readings_contract.ts";

/** The world of a contract test. `skip`: why it cannot run here. */
export interface GameStoreWorld {
  readonly name: string;
  readonly layer: Layer.Layer<GameStore, unknown>;
  /** Opens the same store as another process, if possible. */
  readonly replica?: Layer.Layer<GameStore, unknown>;
  readonly skip?: string;
}

/** Opening a store for the first time creates it, which takes seconds. */
const OPEN_TIMEOUT_MS = 300_000;
const GAME_SEC = 3_600;

/** Declares the contract's tests for one adapter. */
export function gameStoreContract(world: GameStoreWorld): void {
  const suite = world.skip === undefined ? describe : describe.skip;
  suite(`GameStore contract: ${world.name}${world.skip ? ` (${world.skip})` : ""}`, () => {
    const runtime = ManagedRuntime.make(world.layer);
    const replica = world.replica === undefined ? undefined : ManagedRuntime.make(world.replica);
    let fixture: GameFixture;
    let store: GameStore["Service"];
    beforeAll(async () => {
      store = await runtime.runPromise(GameStore);
      fixture = {
        stores: [store, ...replica === undefined ? [] : [await replica.runPromise(GameStore)]],
        run: (effect) => Effect.runPromise(effect),
      };
    }, OPEN_TIMEOUT_MS);
    afterAll(async () => {
      await replica?.dispose();
      await runtime.dispose();
    }, OPEN_TIMEOUT_MS);

    const write = (changes: Partial<GameChanges>) => fixture.run(store.write(changesOf(changes)));
    const gamesIn = (
      startSec: number,
      endSec: number,
      leagues: Parameters<GameStore["Service"]["gamesIn"]>[0]["leagues"] = LEAGUES,
    ) => {
      const range = { startSec: UnixSec(startSec), endSec: UnixSec(endSec) };
      return fixture.run(store.gamesIn({ leagues, range }));
    };
    const idsOf = (records: ReadonlyArray<GameRecord>) => records.map(({ game }) => game.id);
    const keysOf = (records: ReadonlyArray<PlatformRecord>) => records.map(({ game }) => game.key);

    describe("games", () => {
      test("come back exactly, whatever text is in them", async () => {
        await fc.assert(
          fc.asyncProperty(anyGameRecord, async (record) => {
            await write({ games: [record] });
            expect(await fixture.run(store.gamesById([record.game.id]))).toEqual([record]);
          }),
          { numRuns: 60 },
        );
      });

      test("are found from the start of a range to before its end, by kickoff and id", async () => {
        const at = newRegion();
        const [a, b, c, d] = [newGameId(), newGameId(), newGameId(), newGameId()].sort();
        const game = (id = "", hour = 0) =>
          gameRecord({ id, kickoffSec: UnixSec(at + hour * GAME_SEC) });
        await write({ games: [game(d, 1), game(b, 1), game(c), game(a, 2)] });
        expect(idsOf(await gamesIn(at, at + 2 * GAME_SEC))).toEqual([c, b, d] as Array<string>);
        expect(idsOf(await gamesIn(at + 1, at + 3 * GAME_SEC))).toEqual(
          [b, d, a] as Array<string>,
        );
        expect(await gamesIn(at + 1, at + GAME_SEC)).toEqual([]);
      });

      test("are found by league", async () => {
        const at = newRegion();
        const games = (["epl", "nba", "efl"] as const).map((league) =>
          gameRecord({ league, kickoffSec: at })
        );
        await write({ games });
        expect((await gamesIn(at, at + 1, ["nba", "epl"])).map(({ game }) => game.league))
          .toEqual(["epl", "nba"]);
        expect(await gamesIn(at, at + 1, [])).toEqual([]);
        expect(await gamesIn(at, at + 1, ["nhl"])).toEqual([]);
      });

      test("are found by the last write", async () => {
        const [at, later] = [newRegion(), newRegion()];
        const id = newGameId();
        await write({ games: [gameRecord({ id, kickoffSec: at })] });
        const moved = gameRecord({ id, kickoffSec: later, league: "ucl", status: "postponed" });
        await write({ games: [moved] });
        expect(await gamesIn(at, at + 1)).toEqual([]);
        expect(await gamesIn(later, later + 1, ["epl"])).toEqual([]);
        expect(await gamesIn(later, later + 1, ["ucl"])).toEqual([moved]);
      });

      test("are found once each by any ids, in any order", async () => {
        const games = [gameRecord(), gameRecord(), gameRecord()];
        await write({ games });
        const [first = "", , third = ""] = idsOf(games);
        const others = ["espn:none", "", "\0", "\ud800", "__proto__", "%", `${first} `];
        const found = await fixture.run(store.gamesById([third, ...others, first, third]));
        expect(idsOf(found).sort()).toEqual([first, third]);
        expect(await fixture.run(store.gamesById([]))).toEqual([]);
      });
    });

    describe("games of platforms", () => {
      const seenSince = (seenSinceSec: UnixSec, league = "epl" as const) =>
        fixture.run(store.platformGames({ league, seenSinceSec }));

      test("come back exactly, whatever text is in them", async () => {
        await fc.assert(
          fc.asyncProperty(anyPlatformRecord, async (written) => {
            const at = newRegion();
            const record = { ...written, lastSeenSec: at };
            await write({ platformGames: [record] });
            const { league } = record.game;
            expect(await fixture.run(store.platformGames({ league, seenSinceSec: at })))
              .toEqual([record]);
          }),
          { numRuns: 60 },
        );
      });

      test("are found by league and by when they were last seen", async () => {
        const at = newRegion();
        const seen = (key: string, lastSeenSec: number, league: "epl" | "nba" = "epl") =>
          platformRecord({ key: `${at}${key}`, league }, { lastSeenSec: UnixSec(lastSeenSec) });
        await write({
          platformGames: [
            seen("a", at - 1),
            seen("b", at),
            seen("c", at + 1),
            seen("d", at, "nba"),
          ],
        });
        expect(keysOf(await seenSince(at)).sort()).toEqual([`${at}b`, `${at}c`]);
        await write({ platformGames: [seen("c", at - 2)] });
        expect(keysOf(await seenSince(at))).toEqual([`${at}b`]);
      });

      test("are distinguished by source and key", async () => {
        const at = newRegion();
        const seen = { lastSeenSec: at };
        await write({
          platformGames: [
            platformRecord({ source: "kalshi", key: "x" }, seen),
            platformRecord({ source: "sx_bet", key: "x" }, seen),
            platformRecord({ source: "sx_bet", key: "X" }, seen),
          ],
        });
        const linked = platformRecord({ source: "sx_bet", key: "x" }, {
          ...seen,
          link: { gameId: "espn:1", confidence: "exact", isSwapped: false },
          why: null,
        });
        await write({ platformGames: [linked] });
        const found = await seenSince(at);
        expect(found.length).toBe(3);
        expect(found.filter(({ link }) => link !== null)).toEqual([linked]);
      });

      test("without a certain link are unsettled, most recently seen first", async () => {
        const at = newRegion();
        const seen = (key: string, ago: number, confidence?: "exact" | "high" | "review") =>
          platformRecord({ key: `${at}${key}` }, {
            lastSeenSec: UnixSec(at - ago),
            link: confidence === undefined
              ? null
              : { gameId: "espn:1", confidence, isSwapped: false },
          });
        await write({
          platformGames: [
            seen("none", 2),
            seen("review", 1, "review"),
            seen("exact", 0, "exact"),
            seen("high", 1, "high"),
            seen("old", 4),
            seen("d", 3),
            seen("c", 3),
          ],
        });
        const unsettled = async (limit: number) => {
          const query = { seenSinceSec: UnixSec(at - 3), limit };
          return keysOf(await fixture.run(store.unsettled(query))).map((key) =>
            key.slice(String(at).length)
          );
        };
        expect(await unsettled(9)).toEqual(["review", "none", "c", "d"]);
        expect(await unsettled(3)).toEqual(["review", "none", "c"]);
        await write({ platformGames: [seen("none", 2, "high"), seen("exact", 1)] });
        expect(await unsettled(9)).toEqual(["exact", "review", "c", "d"]);
      });
    });

    describe("scans", () => {
      test("are kept next to each other until they are deleted", async () => {
        const at = newRegion();
        const scans = [
          scanAt(at),
          scanAt(at),
          scanAt(UnixSec(at + 1), { source: "sx_bet", league: "nba", isComplete: false }),
          scanAt(UnixSec(at + 2)),
        ];
        await write({ scans: scans.slice(0, 3) });
        await write({ scans: scans.slice(3) });
        const since = async (sec: number) => {
          const found = await fixture.run(store.scansSince(UnixSec(sec)));
          return found.toSorted((a, b) => a.atSec - b.atSec);
        };
        expect(await since(at)).toEqual(scans);
        expect(await since(at + 1)).toEqual(scans.slice(2));
        await fixture.run(store.forgetScans(UnixSec(at + 1)));
        expect(await since(at - 1_000)).toEqual(scans.slice(2));
        await fixture.run(store.forgetScans(UnixSec(at + 3)));
        expect(await since(0)).toEqual([]);
      });
    });

    describe("of when schedules were read", () => {
      const range = (startSec: number, endSec: number) => ({
        startSec: UnixSec(startSec),
        endSec: UnixSec(endSec),
      });

      test("is kept by league, the last of each", async () => {
        const reached = async () => await fixture.run(store.reaches);
        await write({ reaches: new Map([["nba", [range(5, 9)]], ["nhl", [range(0, 1)]]]) });
        await write({ games: [gameRecord()] });
        const apart = [range(0, 9), range(10, 253_402_300_800)];
        await write({ reaches: new Map([["nba", apart]]) });
        await write({ reaches: new Map() });
        expect((await reached()).get("nba")).toEqual(apart);
        expect((await reached()).get("nhl")).toEqual([range(0, 1)]);
        expect((await reached()).get("wta")).toBeUndefined();
      });
    });

    scheduleReadingsContract(() => fixture);
    gameWritesContract(() => fixture);
  });
}
