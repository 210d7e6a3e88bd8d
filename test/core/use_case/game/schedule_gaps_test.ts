/** What is made of a schedule that cannot be read, or does not have what it had. @module */
import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { TestClock } from "effect/testing";
import { coverageOf, type Game, isReached } from "../../../../core/game/mod.ts";
import { GameStore } from "../../../../core/port/game_store.ts";
import { DAY_SEC, UnixSec } from "../../../../core/time/mod.ts";
import {
  GameGraph,
  GameReadModel,
  refreshPlatforms,
  refreshSchedule,
} from "../../../../core/use_case/game/mod.ts";
import { SOME_DAY_SEC } from "../../game/arbitrary_game.ts";
import {
  inGameWorld,
  NOON_SEC,
  scheduledGameOf,
  stage,
  type StagedGames,
  storedGames,
} from "./game_world.ts";

const later = (sec: number) => UnixSec(NOON_SEC + sec);

describe("a game that its schedule has no more", () => {
  interface Gone {
    readonly changes?: Partial<StagedGames>;
    readonly game?: Parameters<typeof scheduledGameOf>[1];
    readonly looks?: number;
  }

  /** Whether it is off the schedule, once the schedule was looked at so often after the change. */
  const isOff = async ({ changes = { schedule: [] }, game = {}, looks = 2 }: Gone) => {
    const kickoffSec = game.kickoffSec ?? later(3 * DAY_SEC);
    const staged = stage({ schedule: [scheduledGameOf("1", { ...game, kickoffSec })] });
    const [record] = await inGameWorld(
      staged,
      function* () {
        yield* refreshSchedule();
        Object.assign(staged, changes);
        for (let look = 0; look < looks; look++) {
          yield* TestClock.adjust("5 minutes");
          yield* refreshSchedule();
        }
        return yield* storedGames;
      },
    );
    expect(record?.game.kickoffSec).toBe(kickoffSec);
    return record?.game.isOffSchedule;
  };

  test.each<[string, Gone, boolean]>([
    ["after two observations is off the schedule", {}, true],
    ["after one observation is not", { looks: 1 }, false],
    ["on a day with something unread may be that", {
      changes: { schedule: [], unread: ["2026-09-23"] },
    }, false],
    ["may be what is unread on the day before", {
      changes: { schedule: [], unread: ["2026-09-22"] },
    }, false],
    ["may be in what was cut from the day after", {
      changes: { schedule: [], cut: ["2026-09-24"] },
    }, false],
    ["is not what is unread two days before", {
      changes: { schedule: [], unread: ["2026-09-21"] },
    }, true],
    [
      "may be beyond the last day that is read",
      { game: { kickoffSec: later(14 * DAY_SEC) } },
      false,
    ],
    [
      "is where it was while the schedule does not answer",
      { changes: { isScheduleUp: false } },
      false,
    ],
    ["is where it was if it is there", { changes: {} }, false],
    ["has been put off, if it was", { game: { status: "postponed" } }, false],
  ])("%s", async (_, gone, expected) => expect(await isOff(gone)).toBe(expected));

  test("is back on it with the next observation that has it, and a miss is forgotten", async () => {
    const game = scheduledGameOf("1", { kickoffSec: later(3 * DAY_SEC) });
    const moved = { ...game, kickoffSec: later(9 * DAY_SEC) };
    const staged = stage();
    const seen = await inGameWorld(
      staged,
      function* () {
        const seen = [];
        for (const schedule of [[game], [], [game], [], [], [moved]]) {
          staged.schedule = schedule;
          yield* TestClock.adjust("5 minutes");
          yield* refreshSchedule();
          const [record] = yield* storedGames;
          seen.push([record?.game.isOffSchedule, record?.game.kickoffSec]);
        }
        return seen;
      },
    );
    const { kickoffSec } = game;
    expect(seen).toEqual([
      [false, kickoffSec],
      [false, kickoffSec],
      [false, kickoffSec],
      [false, kickoffSec],
      [true, kickoffSec],
      [false, moved.kickoffSec],
    ]);
  });

  test("is of another schedule, or was seen since, and stays", async () => {
    const takeTwice = (source: "espn" | "openfootball", beganMs: number) =>
      inGameWorld(
        stage({ schedule: [scheduledGameOf("1")] }),
        function* () {
          yield* TestClock.adjust("1 hour");
          yield* refreshSchedule();
          const { applySchedule } = yield* GameGraph;
          const observations = [19, 20, 21].map((day) => ({
            day: { year: 2026, month: 9, day },
            beganMs,
            games: [],
            troubles: [],
            isWhole: true,
          }));
          const schedule = { name: source, redistributable: () => "yes" as const };
          yield* applySchedule({ league: "mlb", source: schedule, observations });
          yield* applySchedule({ league: "mlb", source: schedule, observations });
          return (yield* storedGames).map(({ game }: { readonly game: Game }) =>
            game.isOffSchedule
          );
        },
      );
    const nowMs = (NOON_SEC + 3_600) * 1_000;
    expect(await takeTwice("espn", nowMs)).toEqual([true]);
    expect(await takeTwice("espn", nowMs - 1)).toEqual([false]);
    expect(await takeTwice("openfootball", nowMs)).toEqual([false]);
  });

  test("is not reported as not_listed", async () => {
    const staged = stage({
      schedule: [scheduledGameOf("1", { kickoffSec: later(DAY_SEC) })],
      platform: [],
    });
    const statuses = await inGameWorld(
      staged,
      function* () {
        const { refresh } = yield* GameReadModel;
        const statuses = [];
        for (const schedule of [staged.schedule, [], []]) {
          staged.schedule = schedule;
          yield* refreshSchedule();
          yield* refreshPlatforms();
          const { evidence, rows } = yield* refresh;
          const on = [{ code: "kalshi", listsOnlyOpen: false }] as const;
          statuses.push(...rows.records.flatMap((record) => coverageOf(record, { evidence, on })));
        }
        return statuses.map(({ status }) => status);
      },
    );
    expect(statuses).toEqual(["not_listed", "not_listed", "not_checked"]);
  });
});

describe("of what time the schedule was read", () => {
  test("is known, and grows by the days", async () => {
    const staged = stage({ isScheduleUp: false });
    const reaches = await inGameWorld(
      staged,
      function* () {
        const { reaches } = yield* GameStore;
        yield* refreshSchedule();
        const before = yield* reaches;
        staged.isScheduleUp = true;
        yield* refreshSchedule();
        const first = yield* reaches;
        yield* TestClock.adjust("1 day");
        yield* refreshSchedule();
        return [before, first, yield* reaches];
      },
    );
    // Eastern days: from midnight, 4 h behind that of UTC.
    const reachOf = (days: number) => [{
      startSec: UnixSec(SOME_DAY_SEC + 4 * 3_600 - 2 * DAY_SEC),
      endSec: UnixSec(SOME_DAY_SEC + 4 * 3_600 + (days + 1) * DAY_SEC),
    }];
    expect(reaches).toEqual([
      new Map(),
      new Map([["mlb", reachOf(14)]]),
      new Map([["mlb", reachOf(15)]]),
    ]);
  });

  test("covers only complete days, even if one game of them cannot be read", async () => {
    const read = (changes: Partial<StagedGames>) =>
      inGameWorld(
        stage(changes),
        function* () {
          yield* refreshSchedule();
          return (yield* (yield* GameStore).reaches).get("mlb");
        },
      );
    const day = { startSec: NOON_SEC, endSec: later(1) };
    expect(isReached(await read({ unread: ["2026-09-20"] }) ?? [], day)).toBe(true);
    expect(isReached(await read({ cut: ["2026-09-20"] }) ?? [], day)).toBe(false);
    const all = Array.from({ length: 30 }, (_, at) => `2026-09-${String(at + 1).padStart(2, "0")}`);
    const october = all.map((text) => text.replace("-09-", "-10-"));
    expect(await read({ cut: [...all, ...october] })).toEqual([]);
  });
});

test("a write that fails does not make a game the make-up of another", async () => {
  const staged = stage({ schedule: [scheduledGameOf("1", { status: "postponed" })] });
  const games = await inGameWorld(
    staged,
    function* () {
      yield* refreshSchedule();
      yield* TestClock.adjust("10 days");
      staged.schedule = [scheduledGameOf("2", { kickoffSec: later(20 * DAY_SEC) })];
      staged.isStoreFull = true;
      const outcome = yield* Effect.result(refreshSchedule());
      expect(outcome).toMatchObject({ failure: { _tag: "StoreFailed" } });
      staged.isStoreFull = false;
      yield* TestClock.adjust("5 minutes");
      yield* refreshSchedule();
      return yield* storedGames;
    },
  );
  expect(games.map(({ game }) => game.supersedes)).toEqual([null, null]);
});
