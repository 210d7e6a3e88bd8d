/** How the schedule is read on and on, on a clock that a test moves. @module */
import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { TestClock } from "effect/testing";
import { GameStore } from "../../../../core/port/game_store.ts";
import { JobWatch } from "../../../../core/port/job_watch.ts";
import { DAY_SEC, UnixSec } from "../../../../core/time/mod.ts";
import { GameReadModel, keepGames } from "../../../../core/use_case/game/mod.ts";
import { inGameWorld, NOON_SEC, scheduledGameOf, stage, storedGames } from "./game_world.ts";

const TODAY = "mlb 2026-09-20";
const SCORE = { home: 2, away: 1, clock: "1:00", period: 3, detail: "Top 3rd" };
const later = (sec: number) => UnixSec(NOON_SEC + sec);
const keeping = Effect.forkChild(keepGames);

describe("the first reading", () => {
  test("begins with today and goes outwards, each day once", async () => {
    const staged = stage({ schedule: [scheduledGameOf("1")] });
    await inGameWorld(staged, function* () {
      yield* keeping;
      yield* TestClock.adjust("1 second");
    });
    expect(staged.asked[0]).toBe(TODAY);
    expect(new Set(staged.asked.slice(1, 3))).toEqual(
      new Set(["mlb 2026-09-19", "mlb 2026-09-21"]),
    );
    expect(staged.asked.length).toBe(17);
    expect(new Set(staged.asked).size).toBe(17);
  });

  test("is not made again by the next process on the store", async () => {
    const staged = stage({ schedule: [scheduledGameOf("1")] });
    await inGameWorld(
      staged,
      function* () {
        const store = yield* GameStore;
        const readings = Array.from({ length: 17 }, (_, at) => ({
          league: "mlb" as const,
          day: { year: 2026, month: at < 13 ? 9 : 10, day: at < 13 ? at + 18 : at - 12 },
          atSec: later(-60),
        }));
        const forgetBefore = { year: 2026, month: 1, day: 1 };
        yield* store.noteReadings({ readings, troubles: [], forgetBefore });
        yield* keeping;
        yield* TestClock.adjust("1 minute");
      },
    );
    expect(staged.asked).toEqual([]);
  });

  test("reports since when the schedule is unreachable, until it answers", async () => {
    const staged = stage({ isScheduleUp: false });
    const [troubles, asked, open, after] = await inGameWorld(
      staged,
      function* () {
        const { refresh, readings } = yield* GameReadModel;
        yield* keeping;
        yield* TestClock.adjust("10 minutes");
        yield* refresh;
        const troubles = readings()?.troubles;
        const asked = staged.asked.length;
        staged.isScheduleUp = true;
        yield* TestClock.adjust("2 minutes");
        return [troubles, asked, readings(), yield* (yield* GameStore).readings] as const;
      },
    );
    expect(troubles).toEqual([{ league: "mlb", sinceSec: NOON_SEC, reason: "unreachable" }]);
    expect(asked).toBeLessThan(20);
    expect(open).toBeUndefined();
    expect(after.readings.length).toBe(17);
    expect(after.troubles).toEqual([]);
  });
});

describe("reading on", () => {
  test("reads far days once in some hours, and today every few minutes", async () => {
    const staged = stage({ schedule: [scheduledGameOf("1", { kickoffSec: later(8 * 3_600) })] });
    await inGameWorld(
      staged,
      function* () {
        yield* keeping;
        yield* TestClock.adjust("1 second");
        staged.asked.length = 0;
        yield* TestClock.adjust("6 hours");
      },
    );
    const times = (day: string) => staged.asked.filter((asked) => asked === `mlb ${day}`).length;
    expect(times("2026-09-20")).toBeGreaterThan(60);
    expect(times("2026-09-21")).toBeGreaterThan(10);
    expect(times("2026-09-21")).toBeLessThan(13);
    expect([times("2026-09-25"), times("2026-10-03"), times("2026-09-18")]).toEqual([1, 1, 1]);
  });

  test("follows a game that is played by its scores, and one that is over no more", async () => {
    const staged = stage({ schedule: [scheduledGameOf("1", { status: "live", score: SCORE })] });
    const [asked, [record]] = await inGameWorld(
      staged,
      function* () {
        yield* keeping;
        yield* TestClock.adjust("1 second");
        staged.asked.length = 0;
        yield* TestClock.adjust("15 minutes");
        const asked = staged.asked.filter((asked) => asked === TODAY).length;
        staged.schedule = [scheduledGameOf("1", { status: "finished", score: SCORE })];
        yield* TestClock.adjust("2 minutes");
        return [asked, yield* storedGames] as const;
      },
    );
    expect(asked).toBeGreaterThan(15);
    expect(asked).toBeLessThan(21);
    const { actualEndSec, status } = record?.game ?? {};
    expect(status).toBe("finished");
    expect(Number(actualEndSec) - later(901)).toBeLessThan(120);
    expect(Number(actualEndSec)).toBeGreaterThanOrEqual(later(901));
  });

  test("is reported as failing only while a day cannot be read", async () => {
    const staged = stage({ schedule: [scheduledGameOf("1", { kickoffSec: later(DAY_SEC) })] });
    const states = await inGameWorld(
      staged,
      function* () {
        const isWell = Effect.map(
          JobWatch.use(({ reports }) => reports),
          (jobs) => jobs.find(({ name }) => name === "schedule")?.ok,
        );
        yield* keeping;
        const states = [];
        for (const isScheduleUp of [true, false, true]) {
          staged.isScheduleUp = isScheduleUp;
          yield* TestClock.adjust("40 minutes");
          states.push(yield* isWell);
        }
        return states;
      },
    );
    expect(states).toEqual([true, false, true]);
  });

  test("finds a game gone only once the days beside it were read since", async () => {
    const staged = stage({ schedule: [scheduledGameOf("1", { kickoffSec: later(8 * DAY_SEC) })] });
    const gone = await inGameWorld(
      staged,
      function* () {
        yield* keeping;
        yield* TestClock.adjust("1 second");
        staged.schedule = [];
        const gone = [];
        for (const hours of [5, 5]) {
          yield* TestClock.adjust(`${hours} hours`);
          const [record] = yield* storedGames;
          gone.push(record?.game.isOffSchedule);
        }
        return gone;
      },
    );
    expect(gone).toEqual([false, true]);
  });

  test("treats a newcomer as a make-up once it is known to be the only one", async () => {
    const postponed = scheduledGameOf("1", { status: "postponed" });
    const play = (days: ReadonlyArray<number>) => {
      const staged = stage({ schedule: [postponed] });
      return inGameWorld(
        staged,
        function* () {
          yield* keeping;
          yield* TestClock.adjust("1 second");
          staged.schedule = [
            postponed,
            ...days.map((day) => scheduledGameOf(`${day}`, { kickoffSec: later(day * DAY_SEC) })),
          ];
          const seen = [];
          for (const hours of [5, 5]) {
            yield* TestClock.adjust(`${hours} hours`);
            seen.push((yield* storedGames).map(({ game }) => game.supersedes));
          }
          return seen;
        },
      );
    };
    expect(await play([9])).toEqual([[null, null], [null, "espn:1"]]);
    expect((await play([6, 9])).at(-1)).toEqual([null, null, null]);
  });
});
