import { describe, expect, test } from "bun:test";
import { leagueSeries } from "../../../../adapters/polymarket/games/league_series.ts";
import { leagueOfSport, sportCodesOf } from "../../../../adapters/polymarket/games/sport_code.ts";
import { LEAGUES } from "../../../../core/game/mod.ts";

const SPORTS = [
  { sport: "nfl", ordering: "away", series: "12185" },
  { sport: "lal", ordering: "home", series: "10193" },
  { sport: "ncaab", ordering: null, series: "19, 20 ,19,x,," },
  { sport: "cbb", ordering: "away", series: "21" },
  { sport: "ufl", ordering: "away", series: "12553" },
  { sport: null, ordering: "home", series: "7" },
  { sport: "nhl", ordering: "away", series: null },
];

describe("leagueSeries", () => {
  test("finds a league under the venue's word for it", () => {
    expect(leagueSeries(SPORTS, "nfl")).toEqual({ seriesIds: ["12185"], firstNamed: "away" });
    expect(leagueSeries(SPORTS, "laliga")).toEqual({ seriesIds: ["10193"], firstNamed: "home" });
  });

  test("merges the series of several codes, each once", () => {
    expect(leagueSeries(SPORTS, "ncaab"))
      .toEqual({ seriesIds: ["19", "20", "21"], firstNamed: "away" });
  });

  test("finds nothing where nothing is filed", () => {
    for (const league of ["nhl", "epl", "ncaaf"] as const) {
      expect(leagueSeries(SPORTS, league).seriesIds).toEqual([]);
    }
  });
});

test("no word of the venue is of two leagues", () => {
  for (const league of LEAGUES) {
    for (const code of sportCodesOf(league)) expect(leagueOfSport(code)).toBe(league);
  }
  expect(leagueOfSport("ufl")).toBeUndefined();
  expect(leagueOfSport("constructor")).toBeUndefined();
});
