import { describe, expect, test } from "bun:test";
import { TestClock } from "effect/testing";
import type { GameRecord } from "../../../../core/game/mod.ts";
import { GameStore } from "../../../../core/port/game_store.ts";
import { DAY_SEC, UnixSec } from "../../../../core/time/mod.ts";
import { refreshPlatforms, refreshSchedule } from "../../../../core/use_case/game/mod.ts";
import {
  inGameWorld,
  NOON_SEC,
  platformGameOf,
  scheduledGameOf,
  stage,
  storedGames,
} from "./game_world.ts";

const later = (sec: number) => UnixSec(NOON_SEC + sec);

const sources = ({ platforms }: Pick<GameRecord, "platforms">) =>
  platforms.map(({ source, confidence }) => `${source} ${confidence}`);

describe("refreshPlatforms", () => {
  test("links listings to the schedule, whichever is read first", async () => {
    const staged = stage({ platform: [platformGameOf("k")] });
    const found = await inGameWorld(
      staged,
      function* () {
        yield* refreshSchedule();
        yield* refreshPlatforms();
        const alone = yield* storedGames;
        staged.schedule = [scheduledGameOf("1")];
        yield* refreshSchedule();
        const linked = yield* storedGames;
        yield* refreshPlatforms();
        return [alone, linked, yield* storedGames];
      },
    );
    expect(found.map((games) => games.map(sources))).toEqual([
      [],
      [["kalshi exact"]],
      [["kalshi exact"]],
    ]);
  });

  test("keeps the link of a postponed game, which may still be a later game", async () => {
    const postponed = scheduledGameOf("1", { status: "postponed" });
    const next = scheduledGameOf("2", { kickoffSec: later(18 * 3_600), status: "finished" });
    const makeUp = scheduledGameOf("3", { kickoffSec: later(25 * DAY_SEC) });
    const staged = stage({
      schedule: [postponed, next, makeUp],
      platform: [
        platformGameOf("put off"),
        platformGameOf("next", { kickoffSec: next.kickoffSec }),
      ],
    });
    const seen = await inGameWorld(
      staged,
      function* () {
        const seen = [];
        for (let day = 0; day < 24; day++) {
          yield* refreshSchedule();
          yield* refreshPlatforms();
          const games = yield* storedGames;
          const fields = games.map(({ maybeOn, ...record }) => [...sources(record), ...maybeOn]);
          seen.push(JSON.stringify(fields));
          yield* TestClock.adjust("1 day");
        }
        return seen;
      },
    );
    // The third is on the schedule from the 12th day on; the second is linked and may be the first.
    const known = `["kalshi exact"],["kalshi exact","kalshi"]`;
    expect(new Set(seen)).toEqual(new Set([`[${known}]`, `[${known},["kalshi"]]`]));
    expect(seen.at(-1)).toBe(`[${known},["kalshi"]]`);
  });

  test("links again as soon as a game is postponed", async () => {
    const staged = stage({
      schedule: [scheduledGameOf("1"), scheduledGameOf("2", { kickoffSec: later(8 * DAY_SEC) })],
      platform: [platformGameOf("k")],
    });
    const seen = await inGameWorld(
      staged,
      function* () {
        const seen = [];
        for (const status of ["scheduled", "postponed", "scheduled"] as const) {
          staged.schedule = staged.schedule.map((game) =>
            game.eventId === "1" ? { ...game, status } : game
          );
          yield* refreshSchedule();
          if (seen.length === 0) yield* refreshPlatforms();
          seen.push((yield* storedGames).map(({ maybeOn }) => maybeOn));
        }
        return seen;
      },
    );
    expect(seen).toEqual([[[], []], [[], ["kalshi"]], [[], []]]);
  });

  test("stores every scan, and whether it was complete", async () => {
    const staged = stage();
    const scans = await inGameWorld(
      staged,
      function* () {
        yield* refreshSchedule();
        yield* refreshPlatforms();
        yield* TestClock.adjust("3 minutes");
        staged.isComplete = false;
        yield* refreshPlatforms();
        yield* TestClock.adjust("3 minutes");
        staged.platform = undefined;
        yield* refreshPlatforms();
        return yield* GameStore.use((store) => store.scansSince(NOON_SEC));
      },
    );
    expect(scans.map(({ atSec, isComplete }) => [atSec, isComplete])).toEqual([
      [NOON_SEC, true],
      [later(180), false],
      [later(360), false],
    ]);
    for (const { window, atSec } of scans) {
      expect(window.startSec).toBeLessThanOrEqual(atSec - 3 * DAY_SEC);
      expect(window.endSec).toBeGreaterThanOrEqual(atSec + 15 * DAY_SEC);
    }
  });

  test("applies nothing and writes nothing before the schedule was read", async () => {
    const staged = stage({ isScheduleUp: false, platform: [platformGameOf("k")] });
    const revisions = await inGameWorld(
      staged,
      function* () {
        const { head } = yield* GameStore;
        yield* refreshSchedule();
        yield* refreshPlatforms();
        const unread = yield* head;
        staged.isScheduleUp = true;
        yield* refreshSchedule();
        return [unread.revision, (yield* head).revision];
      },
    );
    expect(revisions).toEqual([0, 1]);
  });

  test("deletes scans of the day before yesterday", async () => {
    const scans = await inGameWorld(
      stage(),
      function* () {
        yield* refreshSchedule();
        yield* refreshPlatforms();
        yield* TestClock.adjust("23 hours");
        yield* refreshPlatforms();
        yield* TestClock.adjust("2 hours");
        yield* refreshPlatforms();
        return yield* GameStore.use((store) => store.scansSince(NOON_SEC));
      },
    );
    expect(scans.map(({ atSec }) => (atSec - NOON_SEC) / 3_600)).toEqual([23, 25]);
  });

  test("drops the link to a game that no longer matches the platform's", async () => {
    const staged = stage({
      schedule: [scheduledGameOf("1"), scheduledGameOf("2", { sides: "CD" })],
      platform: [platformGameOf("k")],
    });
    const games = await inGameWorld(
      staged,
      function* () {
        yield* refreshSchedule();
        yield* refreshPlatforms();
        staged.platform = [platformGameOf("k", { sides: "CD" })];
        yield* refreshPlatforms();
        return yield* storedGames;
      },
    );
    expect(games.map((record) => [record.game.id, sources(record)])).toEqual([
      ["espn:1", []],
      ["espn:2", ["kalshi exact"]],
    ]);
  });
});
