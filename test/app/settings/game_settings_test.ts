import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import { readEnvironment, readSettings } from "../../../app/settings/settings.ts";
import { LEAGUES } from "../../../core/game/mod.ts";

const live = (environment: Record<string, string>) => readEnvironment(environment, readSettings);
const games = (environment: Record<string, string>) => Result.getOrThrow(live(environment)).games;

describe("the settings of games", () => {
  test("name leagues in any order and case, each once, or all", () => {
    expect(games({}).plan.leagues).toEqual(LEAGUES);
    expect(games({ LEAGUES: "MLB, nba,mlb" }).plan.leagues).toEqual(["nba", "mlb"]);
  });

  test.each([
    ["LEAGUES", "nba,xfl"],
    ["LEAGUES", "nba,,mlb"],
    ["GAMES_DAYS_BACK", "61"],
    ["GAMES_DAYS_AHEAD", "-1"],
    ["GAMES_REDISTRIBUTION", "all"],
    ["SCHEDULE_EVERY_S", "0"],
    ["SCORES_EVERY_S", "often"],
    ["PLATFORMS_EVERY_S", "86401"],
    ["READ_MODEL_EVERY_S", "1.5"],
    ["ESPN_URL", "site.api.espn.com"],
    ["KALSHI_URL", "ftp://host"],
  ])("complain of %s=%s", (name, value) => {
    const complaints = Result.match(live({ [name]: value }), {
      onSuccess: () => [],
      onFailure: (lines) => lines,
    });
    expect(complaints.length).toBe(1);
    expect(complaints[0]).toStartWith(`Cannot use ${name} "${value}": `);
  });
});
