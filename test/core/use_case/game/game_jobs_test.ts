import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { TestClock } from "effect/testing";
import type { GameStatus } from "../../../../core/game/mod.ts";
import { JobWatch } from "../../../../core/port/job_watch.ts";
import { easternDay } from "../../../../core/time/mod.ts";
import { GameGraph, keepGames, runGameJob } from "../../../../core/use_case/game/mod.ts";
import { inGameWorld, NOON_SEC, scheduledGameOf, stage, storedGames } from "./game_world.ts";

const LIVE_SCORE = { home: 2, away: 1, clock: null, period: 3, detail: "Top 3rd" };

describe("the jobs", () => {
  test("are done by the process that leads; every one has a read model", async () => {
    const staged = stage({ schedule: [scheduledGameOf("1")], isLeading: false });
    const results = await inGameWorld(staged, function* () {
      const jobs = ["schedule", "scores", "platforms", "read_model"] as const;
      return yield* Effect.forEach(jobs, runGameJob);
    });
    expect(results).toEqual(["led_elsewhere", "led_elsewhere", "led_elsewhere", "ok"]);
    expect(staged.asked).toEqual([]);
  });

  test("run each in its time, and one that fails runs again", async () => {
    const staged = stage({ isScheduleUp: false });
    const reports = await inGameWorld(staged, function* () {
      yield* Effect.forkChild(keepGames);
      yield* TestClock.adjust("1 second");
      const first = yield* JobWatch.use(({ reports }) => reports);
      staged.isScheduleUp = true;
      yield* TestClock.adjust("5 minutes");
      return [first, yield* JobWatch.use(({ reports }) => reports)];
    });
    const states = reports.map((jobs) =>
      Object.fromEntries(jobs.map(({ name, ok }) => [name, ok]))
    );
    expect(states).toEqual([
      { read_model: true, schedule: false, scores: true, platforms: true },
      { read_model: true, schedule: true, scores: true, platforms: true },
    ]);
  });
});

describe("GameGraph", () => {
  test("does not let an older observation undo a more recent one", async () => {
    const [record] = await inGameWorld(
      stage(),
      function* () {
        const { applySchedule } = yield* GameGraph;
        const take = (beganMs: number, status: GameStatus) =>
          applySchedule({
            league: "mlb",
            source: { name: "espn", redistributable: () => "yes" },
            observations: [{
              day: easternDay(NOON_SEC),
              beganMs,
              games: [scheduledGameOf("1", { status, score: LIVE_SCORE })],
              troubles: [],
              isWhole: true,
            }],
          });
        yield* take(2_000, "finished");
        yield* take(1_000, "live");
        return yield* storedGames;
      },
    );
    expect(record?.game.status).toBe("finished");
  });
});
