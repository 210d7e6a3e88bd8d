import { describe, expect, test } from "bun:test";
import { knownLeagueIds, leagueIdsOf, SX_BET_LEAGUES } from "../../../adapters/sx_bet/league.ts";
import { LEAGUE_FACTS } from "../../../core/game/mod.ts";

const league = (leagueId: number, label: string, sportId = 5, active?: boolean) => ({
  leagueId,
  label,
  sportId,
  ...(active === undefined ? {} : { active }),
});

describe("the ids of a league", () => {
  test.each(
    [
      ["epl", [league(29, "English Premier League"), league(7, "Russian Premier League")], [29]],
      ["ucl", [league(30, "Champions League_UEFA"), league(8, "Champions League_AFC")], [30]],
      ["bundesliga", [league(244, "Bundesliga"), league(9, "Austrian Bundesliga")], [244]],
      ["wnba", [league(1384, "WNBA", 1), league(10014, "WNBA - MVP", 1)], [1384]],
      ["nba", [league(1, "NBA", 1), league(2, "NBA", 9)], [1]],
      ["mlb", [league(171, " MLB ", 3)], [171]],
      // Football is another sport of the same label.
      ["ncaab", [league(2, "NCAA", 1), league(3, "NCAA", 8)], [2]],
      ["mls", [league(5, "mls")], []],
      ["mls", [], []],
    ] as const,
  )("%s among %j", (code, all, leagueIds) => {
    expect(leagueIdsOf(code, all)).toEqual({ leagueIds, isCertain: leagueIds.length > 0 });
  });

  test("active ones go before retired ones", () => {
    const [a, b] = [league(1, "Serie A", 5, false), league(2, "Serie A", 5, true)];
    expect(leagueIdsOf("seriea", [a, b]).leagueIds).toEqual([2]);
    expect(leagueIdsOf("seriea", [a]).leagueIds).toEqual([1]);
    expect(leagueIdsOf("seriea", [b, b]).leagueIds).toEqual([2]);
    const many = [1, 2, 3, 4, 5].map((id) => league(id, "Serie A", 5, false));
    expect(leagueIdsOf("seriea", many).leagueIds).toEqual([1, 2, 3]);
  });

  test("a tour has a league a tournament, and is never known whole", () => {
    const all = [
      league(1070, "ATP French Open", 6),
      league(1071, "ATP Rome Doubles", 6),
      league(1072, "WTA Rome", 6),
      league(1073, "Wimbledon", 6),
      league(1074, "ATP Paris", 6, false),
    ];
    expect(leagueIdsOf("atp", all)).toEqual({ leagueIds: [1070], isCertain: false });
    expect(leagueIdsOf("wta", all)).toEqual({ leagueIds: [1072], isCertain: false });
  });

  test("only confirmed ids are used without a request", () => {
    expect(knownLeagueIds("nfl")).toEqual({ leagueIds: [243], isCertain: true });
    expect(SX_BET_LEAGUES.filter((code) => knownLeagueIds(code) !== undefined)).toEqual(["nfl"]);
    expect(SX_BET_LEAGUES.toSorted()).toEqual(
      (Object.keys(LEAGUE_FACTS) as Array<(typeof SX_BET_LEAGUES)[number]>).toSorted(),
    );
  });
});
