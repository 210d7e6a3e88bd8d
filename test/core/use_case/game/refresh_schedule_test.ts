import { describe, expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { TestClock } from "effect/testing";
import { GameStore } from "../../../../core/port/game_store.ts";
import { DAY_SEC, UnixSec } from "../../../../core/time/mod.ts";
import {
  layerGameGraph,
  refreshSchedule,
  refreshScores,
} from "../../../../core/use_case/game/mod.ts";
import { inGameWorld, NOON_SEC, scheduledGameOf, stage, storedGames } from "./game_world.ts";

const later = (sec: number) => UnixSec(NOON_SEC + sec);
const LIVE_SCORE = { home: 2, away: 1, clock: null, period: 3, detail: "Top 3rd" };

describe("refreshSchedule", () => {
  test("keeps what the schedule has of every day of the plan", async () => {
    const staged = stage({
      schedule: [scheduledGameOf("1"), scheduledGameOf("2", { kickoffSec: later(13 * DAY_SEC) })],
    });
    const games = await inGameWorld(staged, function* () {
      yield* refreshSchedule();
      return yield* storedGames;
    });
    expect(games.map(({ game }) => game.id)).toEqual(["espn:1", "espn:2"]);
    expect(new Set(staged.asked).size).toBe(17);
  });

  test("writes nothing if nothing has changed", async () => {
    const revisions = await inGameWorld(
      stage({ schedule: [scheduledGameOf("1")] }),
      function* () {
        const { head } = yield* GameStore;
        yield* refreshSchedule();
        const first = yield* head;
        yield* TestClock.adjust("5 minutes");
        yield* refreshSchedule();
        return [first, yield* head];
      },
    );
    expect(revisions[0]).toEqual(revisions[1]);
  });

  test("keeps what was known while the schedule does not answer, and reports it", async () => {
    const staged = stage({ schedule: [scheduledGameOf("1")] });
    const [outcome, games] = await inGameWorld(
      staged,
      function* () {
        yield* refreshSchedule();
        staged.isScheduleUp = false;
        return [yield* refreshSchedule(), yield* storedGames] as const;
      },
    );
    expect(outcome).toEqual({ ok: false });
    expect(games.length).toBe(1);
  });

  test("does not treat a game as a make-up that was always on the schedule", async () => {
    const staged = stage({
      schedule: [scheduledGameOf("1"), scheduledGameOf("2", { kickoffSec: later(DAY_SEC) })],
    });
    const games = await inGameWorld(
      staged,
      function* () {
        yield* refreshSchedule();
        staged.schedule = staged.schedule.map((game) =>
          game.eventId === "1" ? { ...game, status: "postponed" as const } : game
        );
        yield* refreshSchedule();
        return yield* storedGames;
      },
    );
    expect(games.map(({ game }) => game.supersedes)).toEqual([null, null]);
  });
});

describe("refreshScores", () => {
  test("asks for the days of what is played or should be, and for no other", async () => {
    const staged = stage({
      schedule: [
        scheduledGameOf("1", { status: "live", score: LIVE_SCORE }),
        scheduledGameOf("2", { sides: "CD", kickoffSec: later(5 * DAY_SEC) }),
        scheduledGameOf("3", { sides: "EF", kickoffSec: later(-DAY_SEC), status: "finished" }),
      ],
    });
    await inGameWorld(
      staged,
      function* () {
        yield* refreshSchedule();
        staged.asked.length = 0;
        yield* refreshScores();
      },
    );
    expect(staged.asked).toEqual(["mlb 2026-09-20"]);
  });

  test("measures an end by when its day was read last, also after a restart", async () => {
    const ended = (afterSec: number) => {
      const staged = stage({
        schedule: [scheduledGameOf("1", { status: "live", score: LIVE_SCORE })],
      });
      return inGameWorld(
        staged,
        function* () {
          yield* refreshSchedule();
          // The score stays as it is for longer than an end is measured by.
          yield* TestClock.adjust("10 minutes");
          yield* refreshScores();
          yield* TestClock.adjust(`${afterSec} seconds`);
          staged.schedule = [scheduledGameOf("1", { status: "finished", score: LIVE_SCORE })];
          yield* Effect.provide(refreshScores(), Layer.fresh(layerGameGraph));
          const [record] = yield* storedGames;
          return record?.game.actualEndSec;
        },
      );
    };
    expect(await ended(300)).toBe(later(900));
    expect(await ended(301)).toBeNull();
  });
});
