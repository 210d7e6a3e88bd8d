import { describe, expect, test } from "bun:test";
import { leagueOfRow, LIMITLESS_LEAGUES } from "../../../adapters/limitless/league.ts";
import { LEAGUE_FACTS } from "../../../core/game/mod.ts";

const known = (league: string) => ({ kind: "known", league });
const other = (named: string) => ({ kind: "other", named });
const UNNAMED = { kind: "unnamed" };
const of = (row: object) => leagueOfRow({ slug: "a", ...row });

describe("the league of a row", () => {
  test.each<[object, unknown]>([
    [{ metadata: { leagueName: "Premier League" } }, known("epl")],
    [{ metadata: { leagueKey: "premier-league" } }, known("epl")],
    [{ metadata: { leagueName: "La Liga" } }, known("laliga")],
    [{ metadata: { league: "LaLiga" } }, known("laliga")],
    [{ metadata: { competition: "UEFA Champions League" } }, known("ucl")],
    [{ metadata: { leagueName: "Women's Champions League" } }, other("Women's Champions League")],
    [{ metadata: { leagueName: "USL Championship" } }, other("USL Championship")],
    [{ categories: ["Sports", "NBA"] }, known("nba")],
    [{ categories: ["Sports"], tags: ["WNBA"] }, known("wnba")],
    [{ categories: ["nba"], tags: ["NBA"] }, known("nba")],
    [{ categories: ["NBA"], tags: ["NFL"] }, UNNAMED],
    [{ categories: ["Football Matches"], tags: [7, null] }, UNNAMED],
    [{ categories: ["constructor"] }, UNNAMED],
    // What the metadata say goes before what a category says, even where it is not ours.
    [{ categories: ["NBA"], metadata: { leagueName: "EuroLeague" } }, other("EuroLeague")],
    [{ categories: ["NBA"], metadata: { leagueName: "" } }, known("nba")],
    [{ categories: ["NBA"], metadata: { leagueName: { name: "NBA" } } }, known("nba")],
    [{ categories: ["NBA"], metadata: { esportTitle: "nba-2k" } }, other("nba-2k")],
    [{}, UNNAMED],
  ])("%j", (row, expected) => {
    expect<unknown>(of(row)).toEqual(expected);
  });

  test.each(LIMITLESS_LEAGUES.map((league) => [league]))("%s by its code and name", (league) => {
    expect<unknown>(of({ tags: [league.toUpperCase()] })).toEqual(known(league));
    const { name } = LEAGUE_FACTS[league];
    expect<unknown>(of({ metadata: { leagueName: name } })).toEqual(known(league));
  });
});
