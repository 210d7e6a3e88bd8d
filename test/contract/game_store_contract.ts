/** The contract that every adapter of the `GameStore` port must meet. @module */
import { beforeAll, describe, expect, test } from "bun:test";
import { Effect } from "effect";
import fc from "fast-check";
import {
  type GameRecord,
  type LeagueCode,
  LEAGUES,
  type PlatformRecord,
} from "../../core/game/mod.ts";
import { type GameChanges, GameStore } from "../../core/port/game_store.ts";
import type { ScheduleReadings } from "../../core/port/schedule_reading.ts";
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
import { describeStore, type StoreWorld } from "./store_world.ts";

const GAME_SEC = 3_600;

type Notes = Parameters<GameStore["Service"]["noteReadings"]>[0];

/** Declares the contract's tests for one adapter. */
export function gameStoreContract(world: StoreWorld<GameStore, GameStore>): void {
  describeStore("the game store", world, (run, runInReplica) => {
    let fixture: GameFixture;
    let store: GameStore["Service"];
    beforeAll(async () => {
      store = await run(GameStore);
      const others = runInReplica === undefined ? [] : [await runInReplica(GameStore)];
      fixture = { stores: [store, ...others], run: (effect) => Effect.runPromise(effect) };
    });

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

    describe("games", () => {
      test("come back exactly, whatever text is in them", async () => {
        await fc.assert(
          fc.asyncProperty(anyGameRecord, async (record) => {
            await write({ games: [record] });
            expect(await fixture.run(store.gamesById([record.game.id]))).toEqual([record]);
          }),
          { numRuns: 30 },
        );
      });

      test("are found by league and half-open range, by kickoff and id", async () => {
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
        await write({ games: [gameRecord({ league: "nba", kickoffSec: at })] });
        expect(idsOf(await gamesIn(at, at + 1, ["epl"]))).toEqual([c] as Array<string>);
        expect((await gamesIn(at, at + 1, ["nba", "epl"])).length).toBe(2);
        for (const leagues of [[], ["nhl"]] as const) {
          expect(await gamesIn(at, at + 1, leagues)).toEqual([]);
        }
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
      const seenSince = (seenSinceSec: UnixSec, league: LeagueCode) =>
        fixture.run(store.platformGames({ league, seenSinceSec }));

      test("come back exactly, whatever text is in them", async () => {
        await fc.assert(
          fc.asyncProperty(anyPlatformRecord, async (written) => {
            const at = newRegion();
            const record = { ...written, lastSeenSec: at };
            await write({ platformGames: [record] });
            const { league } = record.game;
            expect(await seenSince(at, league)).toEqual([record]);
          }),
          { numRuns: 30 },
        );
      });

      test("are found by league, last sight and link, as they were last written", async () => {
        const writes = fc.array(
          fc.record({
            source: fc.constantFrom("kalshi", "sx_bet"),
            key: fc.constantFrom("x", "X", "y"),
            league: fc.constantFrom("epl", "nba"),
            ago: fc.nat({ max: 3 }),
            confidence: fc.constantFrom("exact", "high", "review", null),
          }),
          { minLength: 1, maxLength: 12 },
        );
        const limits = fc.integer({ min: 1, max: 6 });
        await fc.assert(
          fc.asyncProperty(writes, fc.nat({ max: 3 }), limits, async (writes, sinceAgo, limit) => {
            const at = newRegion();
            const last = new Map<string, PlatformRecord>();
            for (const { source, key, league, ago, confidence } of writes) {
              const record = platformRecord({ source, key: `${at}${key}`, league }, {
                lastSeenSec: UnixSec(at - ago),
                link: confidence && { gameId: "espn:1", confidence, isSwapped: false },
              });
              await write({ platformGames: [record] });
              last.set(`${source} ${key}`, record);
            }
            const sinceSec = UnixSec(at - sinceAgo);
            const seen = [...last].toSorted(([a], [b]) => a < b ? -1 : 1).map(([, one]) => one)
              .filter(({ lastSeenSec }) => lastSeenSec >= sinceSec);
            for (const league of ["epl", "nba"] as const) {
              const ofLeague = seen.filter(({ game }) => game.league === league);
              expect(new Set(await seenSince(sinceSec, league))).toEqual(new Set(ofLeague));
            }
            const unsettled = seen.filter(({ link }) => (link?.confidence ?? "review") === "review")
              .toSorted((a, b) => b.lastSeenSec - a.lastSeenSec);
            expect(await fixture.run(store.unsettled({ seenSinceSec: sinceSec, limit })))
              .toEqual(unsettled.slice(0, limit));
          }),
          { numRuns: 25 },
        );
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

    describe("the reach of a schedule", () => {
      const range = (startSec: number, endSec: number) => ({
        startSec: UnixSec(startSec),
        endSec: UnixSec(endSec),
      });

      test("is kept by league, the last of each, whatever else is written", async () => {
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

    describe("readings of the schedule", () => {
      const OLD = { year: 2020, month: 1, day: 1 };
      const day = (day: number) => ({ year: 2026, month: 11, day });
      const reading = (league: "nba" | "nhl", of: number, at: number) => ({
        league,
        day: day(of),
        atSec: UnixSec(at),
      });
      const noted = async (): Promise<ScheduleReadings> => {
        const { run, stores } = fixture;
        const { readings, troubles } = await run((stores.at(-1) ?? store).readings);
        return {
          readings: readings.toSorted((a, b) =>
            a.league.localeCompare(b.league) || a.day.day - b.day.day
          ),
          troubles: troubles.toSorted((a, b) => a.league.localeCompare(b.league)),
        };
      };
      const note = ({ readings = [], troubles = [], forgetBefore = OLD }: Partial<Notes>) =>
        fixture.run(store.noteReadings({ readings, troubles, forgetBefore }));

      test("are the last of each day, and do not count as a write of games", async () => {
        await note({ readings: [reading("nba", 1, 10)], forgetBefore: day(1) });
        const head = await fixture.run(store.head);
        await note({ readings: [reading("nba", 1, 20), reading("nhl", 1, 20)] });
        await note({ readings: [reading("nba", 2, 30)] });
        expect((await noted()).readings).toEqual([
          reading("nba", 1, 20),
          reading("nba", 2, 30),
          reading("nhl", 1, 20),
        ]);
        expect(await fixture.run(store.head)).toEqual(head);
        await note({ readings: [reading("nba", 3, 40)], forgetBefore: day(2) });
        expect((await noted()).readings).toEqual([reading("nba", 2, 30), reading("nba", 3, 40)]);
      });

      test("end a league's failure, which keeps its start for as long as it lasts", async () => {
        const trouble = (sinceSec: number, reason: "timeout" | "refused") => ({
          league: "wta" as const,
          sinceSec: UnixSec(sinceSec),
          reason,
        });
        await note({ troubles: [trouble(10, "timeout")] });
        await note({ troubles: [trouble(20, "refused")] });
        expect((await noted()).troubles).toEqual([trouble(10, "refused")]);
        await note({ readings: [{ ...reading("nba", 4, 50), league: "wta" }] });
        expect((await noted()).troubles).toEqual([]);
        await note({ troubles: [trouble(30, "timeout")] });
        expect((await noted()).troubles).toEqual([trouble(30, "timeout")]);
      });
    });

    gameWritesContract(() => fixture);
  });
}
