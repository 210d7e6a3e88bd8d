import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makeEspnQuestion } from "../../../adapters/espn/provider_question.ts";
import type { SeasonGame } from "../../../app/simulator/season/season.ts";
import { listedGame, listedTeam } from "../../simulator/espn/season.ts";
import { type ScheduleTest, withSchedule } from "./espn_world.ts";

/** Asks a provider of these games. */
const ask = (
  games: ReadonlyArray<SeasonGame>,
  before: (schedule: ScheduleTest) => Effect.Effect<unknown> = () => Effect.void,
) =>
  withSchedule({ games, start: "2026-11-21T02:00:00Z" }, (schedule) =>
    Effect.gen(function* () {
      yield* before(schedule);
      const question = yield* makeEspnQuestion({ url: schedule.url, callsPerSec: 100 });
      return yield* Effect.result(question.ask);
    }));

describe("the probe's question to the schedule", () => {
  test("reports the number of today's games, by the US Eastern calendar", async () => {
    expect(await ask([listedGame()])).toEqual(Result.succeed(
      "nba: 1 games, such as Boston Celtics at Detroit Pistons, scheduled",
    ));
  });

  test("asks for another league if the first one has no games", async () => {
    const league = "mlb";
    const home = listedTeam("Boston Sox", { id: 2, league });
    const away = listedTeam("Chicago Cubs", { id: 16, league });
    expect(await ask([listedGame({ league, home, away })])).toEqual(
      Result.succeed("mlb: 1 games, such as Chicago Cubs at Boston Sox, scheduled"),
    );
  });

  test("says so if there are no games", async () => {
    expect(await ask([])).toEqual(Result.succeed("no games today in nba, nfl, mlb"));
  });

  test("fails where there are games and none can be read", async () => {
    const result = await ask([], ({ put }) =>
      put("basketball/nba", "20261120", {
        events: [{ id: "1", name: "A at B", competitions: [{ id: "1", sides: [] }] }],
      }));
    expect(result).toMatchObject({ failure: { reason: "unreadable" } });
  });
});
