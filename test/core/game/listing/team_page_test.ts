import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  isShown,
  LEAGUE_FACTS,
  type LeagueCode,
  type Team,
  type TeamFilter,
  teamFilterText,
  teamPage,
} from "../../../../core/game/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { gameOf, SOME_DAY_SEC } from "../arbitrary_game.ts";
import { clubOf, lastOf, listingOf, settings, settingsOf, writes } from "./arbitrary_listing.ts";

const teamFilter: fc.Arbitrary<TeamFilter> = fc.record({
  leagues: fc.uniqueArray(fc.constantFrom<LeagueCode[]>("epl", "ucl", "nba", "nfl")),
  sports: fc.uniqueArray(fc.constantFrom("soccer", "basketball")),
  text: fc.constantFrom(null, "elan", "É", " ÉLAN  a", "bb", "n a", "xyz"),
});

const NOWHERE = { platforms: [], maybeOn: [] };

function walk(
  listing: ReturnType<typeof listingOf>,
  { filter, limit }: { readonly filter: TeamFilter; readonly limit: number },
): ReadonlyArray<Team> {
  const seen: Array<Team> = [];
  let after: string | null = null;
  do {
    // A cursor that does not advance would loop.
    expect(seen.length).toBeLessThan(100);
    const { teams, next, total } = teamPage(listing, { filter, after, limit });
    seen.push(...teams);
    after = next;
    if (next === null) expect(seen).toHaveLength(total);
  } while (after !== null);
  return seen;
}

describe("the list of teams", () => {
  test("lists each team of the shown games once, by id, whatever the limit", () =>
    fc.assert(fc.property(
      settings,
      writes,
      teamFilter,
      fc.integer({ min: 1, max: 3 }),
      (settings, writes, filter, limit) => {
        const seen = walk(listingOf(settings, writes), { filter, limit });
        const met = [...lastOf(writes).values()]
          .filter(({ game }) => isShown(settings, game))
          .flatMap(({ game }) => [game.home, game.away])
          .filter(({ league, sport }) =>
            (filter.leagues.length === 0 || filter.leagues.includes(league)) &&
            (filter.sports.length === 0 || filter.sports.includes(sport))
          );
        const named = ({ name, abbreviation }: Team) =>
          ({
            elan: true,
            "É": true,
            " ÉLAN  a": name === "Élan A",
            bb: abbreviation === "BB",
            "n a": name === "Élan A",
            xyz: false,
          })[filter.text ?? "elan"];
        const { withheld } = teamPage(listingOf(settings, writes), {
          filter,
          after: null,
          limit: 1,
        });
        const isMeant = (team: Team) =>
          (filter.leagues.length === 0 || filter.leagues.includes(team.league)) &&
          (filter.sports.length === 0 || filter.sports.includes(team.sport)) &&
          (filter.text === null || named(team));
        expect(withheld).toBe(
          [...lastOf(writes).values()].filter(({ game }) =>
            !isShown(settings, game) && (isMeant(game.home) || isMeant(game.away))
          ).length,
        );
        expect(seen.map(({ id }) => id))
          .toEqual([...new Set(met.filter(named).map(({ id }) => id))].sort());
        for (const team of seen) {
          const leagues = met.filter(({ id }) => id === team.id).map(({ league }) => league);
          expect(leagues).toContain(team.league);
          // A cup only if no other competition is left.
          if (LEAGUE_FACTS[team.league].isCup) expect(new Set(leagues)).toEqual(new Set(["ucl"]));
        }
      },
    )));

  test.each([
    ["bodo", "Bodø/Glimt"],
    ["BODØ", "Bodø/Glimt"],
    ["strasse", "Großstraße"],
    ["Слав", "Славия"],
    ["STRASSE", "Großstraße"],
    ["sa\u0303o p", "S\u00e3o Paulo"],
    ["ｓÃo", "Sa\u0303o Paulo"],
    ["Οδυσ", "ΟΔΥΣΣΕΑΣ"],
    ["ost", "\u01ffst"],
    ["\u01fest", "ø\u0301st"],
    ["aik", "𝐀ik"],
  ])("finds by %p the team %p, in whichever form each is written", (text, name) => {
    for (const form of ["NFC", "NFD"]) {
      const home = clubOf("epl", "A", { name: name.normalize(form) });
      const listing = listingOf(settingsOf("internal"), [[
        { game: gameOf("1", { league: "epl", home, away: clubOf("epl", "C") }), ...NOWHERE },
      ]]);
      for (const asked of [text, text.normalize("NFC"), text.normalize("NFD")]) {
        const filter = { leagues: [], sports: [], text: asked };
        expect(teamPage(listing, { filter, after: null, limit: 9 }).teams).toEqual([home]);
      }
    }
  });

  test("takes a team's name from its last game, whatever the order of reading", () => {
    const renamed = clubOf("epl", "A", { name: "New" });
    const old = { game: gameOf("1", { league: "epl", home: clubOf("epl", "A") }) };
    const young = {
      game: gameOf("2", { league: "epl", home: renamed, kickoffSec: UnixSec(SOME_DAY_SEC + 9) }),
    };
    const rest = { platforms: [], maybeOn: [] };
    for (const games of [[old, young], [young, old]]) {
      const listing = listingOf(
        settingsOf("internal"),
        games.map((game) => [{ ...game, ...rest }]),
      );
      expect(listing.teams.get("epl")).toContainEqual(renamed);
      expect(listing.teams.get("epl")?.filter(({ id }) => id === renamed.id)).toHaveLength(1);
    }
  });

  test("has one filter text for equal filters", () => {
    const base = { leagues: [], sports: [], text: null };
    const text = (changes: Partial<TeamFilter>) => teamFilterText({ ...base, ...changes });
    expect(text({ leagues: ["epl", "nba"] })).toBe(text({ leagues: ["nba", "epl"] }));
    expect(text({ text: "ÉLAN" })).toBe(text({ text: "elan" }));
    expect(text({ text: "a" })).not.toBe(text({}));
    expect(text({ leagues: ["epl"] })).not.toBe(text({ leagues: ["nba"] }));
  });
});
