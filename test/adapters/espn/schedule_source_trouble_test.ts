import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { troubleContract } from "../../contract/trouble_contract.ts";
import { listedGame, listedTeam } from "../../simulator/espn/season.ts";
import { withSchedule } from "./espn_world.ts";

const DAY = "2026-11-20";
const GAMES = [listedGame()];
const found = { success: { games: [{ eventId: "401000001" }], troubles: [] } };

describe("a provider in trouble", () => {
  troubleContract({
    name: "the schedule",
    meet: (fault) =>
      withSchedule({ games: GAMES }, (schedule) =>
        Effect.gen(function* () {
          yield* schedule.fault(fault);
          const result = yield* schedule.day("nba", DAY);
          if (Result.isSuccess(result)) expect(result).toMatchObject(found);
          return { results: [result], calls: (yield* schedule.asked).length };
        })),
    failure: { provider: "schedule", wanted: `the nba games of ${DAY}` },
    troubles: [
      [{ kind: "drop", times: 2 }, "passes"],
      [{ status: 503, times: 2 }, "passes"],
      [{ status: 403, times: 1 }, "passes"],
      [{ status: 429, times: 1 }, "passes"],
      [{ status: 429, retry_after: 2, times: 1 }, "passes"],
      [{ status: 429, retry_after: 40, times: 1 }, ["limited", 40], 1],
      [503, "unreachable", 3],
      ["drop", "unreachable", 3],
      [404, "refused", 1],
      [403, "limited"],
      ["malformed", "unreadable", 1],
      [{ status: 200, body: { code: 404 } }, "unreadable", 1],
      [{ status: 200, body: { events: {} } }, "unreadable", 1],
    ],
  });

  test("a list of null is a day without games", async () => {
    const result = await withSchedule({}, (schedule) =>
      Effect.andThen(
        schedule.fault({ kind: "status", status: 200, body: { events: null }, times: 1 }),
        schedule.day("nba", DAY),
      ));
    expect(result).toEqual(Result.succeed({ games: [], troubles: [], isWhole: true }));
  });

  test("turned away again and again, it asks less and less", async () => {
    const [counts, last] = await withSchedule(
      { games: GAMES },
      (schedule) =>
        Effect.gen(function* () {
          const { fault, heal, day, asked, clock } = schedule;
          yield* fault({ kind: "status", status: 403, times: 1e6 });
          const counts: number[] = [];
          for (let minute = 0; minute < 60; minute++) {
            yield* day("nba", DAY);
            counts.push((yield* asked).length);
            clock.set(clock.nowMs() + 60_000);
          }
          yield* heal;
          clock.set(clock.nowMs() + 600_000);
          return [counts, yield* day("nba", DAY)] as const;
        }),
    );
    expect(counts.at(-1)).toBeLessThan(20);
    expect((counts[59] ?? 0) - (counts[29] ?? 0)).toBeLessThanOrEqual(3);
    expect(last).toMatchObject(found);
  });
});

describe("a second host", () => {
  const onSecond = listedGame({
    number: 5,
    home: listedTeam("Utah Jazz", { id: 26, league: "nba" }),
  });

  test.each([
    [{ kind: "status", status: 403 }, 600],
    [{ kind: "drop" }, 30],
    [{ kind: "status", status: 502 }, 30],
  ])("after %j is asked in its place for %d s, and then the first again", async (fault, sec) => {
    const asked = await withSchedule(
      { games: [onSecond], hasSecond: true },
      ({ day, clock, asked, second, fault: meet }) =>
        Effect.gen(function* () {
          const counts: Array<ReadonlyArray<number>> = [];
          yield* meet({ ...fault, times: 1 });
          for (const laterMs of [0, sec * 1_000 - 2_000, 3_000]) {
            clock.set(clock.nowMs() + laterMs);
            yield* day("nba", DAY);
            counts.push([(yield* asked).length, (yield* second.asked).length]);
          }
          return counts;
        }),
    );
    expect(asked).toEqual([[1, 1], [1, 2], [2, 2]]);
  });

  test("is not asked instead of one that is rate limiting", async () => {
    const [result, asked] = await withSchedule(
      { games: GAMES, hasSecond: true },
      ({ fault, day, second }) =>
        Effect.andThen(
          fault({ kind: "status", status: 429, retry_after: 60, times: 1 }),
          Effect.all([day("nba", DAY), second.asked]),
        ),
    );
    expect(result).toMatchObject({ failure: { reason: "limited" } });
    expect(asked).toEqual([]);
  });
});
