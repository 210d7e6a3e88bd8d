/** The format of openfootball's club files, and what the files that are shipped know. @module */
import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { Effect } from "effect";
import fc from "fast-check";
import * as clubTexts from "../../../adapters/openfootball/club_texts.ts";
import { clubNames, parseClubNames } from "../../../adapters/openfootball/club_names.ts";
import {
  findSide,
  indexTeams,
  KNOWN_NAMES,
  LEAGUE_FACTS,
  type LeagueCode,
  LEAGUES,
  makeNameTable,
} from "../../../core/game/mod.ts";
import { makeTeam, named } from "../../core/game/made_games.ts";

const parse = (text: string) => parseClubNames(text, { country: "xx" }).map(({ names }) => names);

describe("a line", () => {
  test.each<readonly [string, string, ReadonlyArray<ReadonlyArray<string>>]>([
    ["is a club, its name up to the comma", "Ajax FC, 1900, @ Arena, Town", [["Ajax FC"]]],
    ["without a comma is all name", "1. FC Nowhere", [["1. FC Nowhere"]]],
    ["may have its other names behind", "Ajax FC | Ajax", [["Ajax FC", "Ajax"]]],
    ["with a bar adds names", "Ajax FC, 1900\n  | Ajax |  A. FC  ", [["Ajax FC", "Ajax", "A. FC"]]],
    ["may add to those added", "Ajax FC\n | Ajax\n  | Jax", [["Ajax FC", "Ajax", "Jax"]]],
    ["may begin with a tab", "Ajax FC\n\t| Ajax", [["Ajax FC", "Ajax"]]],
    ["may end with a carriage return", "Ajax FC\r\n  | Ajax\r\n", [["Ajax FC", "Ajax"]]],
    ["repeats nothing", "Ajax\n  | Ajax", [["Ajax"]]],
    ["may say the language", "Köln\n  | Cologne [en] | Keulen [nl]", [[
      "Köln",
      "Cologne",
      "Keulen",
    ]]],
    ["ends where a comment begins", "Ajax FC ## old | Jax\n | A # | B", [["Ajax FC", "A"]]],
    ["may be a comment", "# Ajax\nBoca\n# | B\n | C", [["Boca", "C"]]],
    ["may be a heading", "=====\n=  England\n== Kent ==\nAjax", [["Ajax"]]],
    ["may be an address", "Ajax\n Street 1 // 123 Town\n | A", [["Ajax", "A"]]],
    ["may be empty", "Ajax\n\n   \n | A", [["Ajax", "A"]]],
    ["may be a reserve side with names", "Ajax\nii) Ajax II\n | A II\nBoca", [["Ajax"], ["Boca"]]],
    ["may be a club that is no more", "Ajax (1893-1928), Town\n | A\nBoca", [["Boca"]]],
    ["may not say when that began", "Ajax (-2005)\n | A\nBoca", [["Boca"]]],
    ["may say since when a club is", "Ajax FC (2014-), Town", [["Ajax FC"]]],
    ["keeps a place in brackets", "Ajax (Town)\n | A (B)", [["Ajax (Town)", "A (B)"]]],
    ["of names before any club belongs to none", " | A\nAjax", [["Ajax"]]],
  ])("%s", (_, text, names) => expect(parse(text)).toEqual(names.map((each) => [...each])));
});

test("reads back what was written, whatever the gaps and comments", () => {
  const name = fc.stringMatching(/^[A-Z][a-zöé.' ]{0,9}[a-z]$/).map((text) =>
    text.replace(/\s+/g, " ")
  );
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 5 });
  const gap = fc.constantFrom("\n", " # note\n", "\n\n# note\n", "\n Street 1\n");
  fc.assert(fc.property(fc.array(names, { maxLength: 5 }), gap, fc.nat(4), (clubs, gap, split) => {
    const text = clubs.map(([usual, ...others]) =>
      `${usual}, 1900${gap}` +
      [others.slice(0, split), others.slice(split)].filter((line) => line.length > 0)
        .map((line) => `  | ${line.join(" | ")}${gap}`).join("")
    ).join("");
    expect(parse(text)).toEqual(clubs);
  }));
});

const entries = await Effect.runPromise(clubNames);
const table = makeNameTable([...entries, ...KNOWN_NAMES]);

describe("the files", () => {
  test("are all read, each for its country", async () => {
    const folder = "adapters/openfootball/clubs/";
    const files = [...new Glob("*.clubs.txt").scanSync(folder)].toSorted();
    const texts = await Promise.all(
      files.map(async (file) =>
        [file.replace(".clubs.txt", ""), await Bun.file(folder + file).text()] as [string, string]
      ),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(Object.entries(clubTexts)).toEqual(texts);
  });

  test("have clubs of every country whose clubs are looked up", () => {
    const countries = new Set(entries.map(({ scope }) => "country" in scope ? scope.country : ""));
    const wanted = LEAGUES.flatMap((league) => [...LEAGUE_FACTS[league].clubCountries]);
    expect([...new Set(wanted)].filter((country) => !countries.has(country))).toEqual([]);
  });

  test("have some 3,000 clubs with 10,000 names, none of them with markup of the format", () => {
    const names = entries.flatMap(({ names }) => names);
    expect(entries.length).toBeGreaterThan(3_000);
    expect(names.length).toBeGreaterThan(10_000);
    expect(names.filter((name) => /[|#[\]=]|^\s|\s$|\bii\)/.test(name))).toEqual([]);
  });

  test("have no usual name twice in a country", () => {
    const usual = entries.map(({ scope, names }) => JSON.stringify([scope, names[0]]));
    expect(usual.length).toBe(new Set(usual).size);
  });
});

/** The schedule's name of a club, and other names of it. */
const CLUBS: Readonly<Partial<Record<LeagueCode, ReadonlyArray<ReadonlyArray<string>>>>> = {
  epl: [
    ["Brighton & Hove Albion", "Brighton", "Brighton and Hove Albion FC"],
    ["Hull City", "Hull City AFC", "Hull"],
    ["Manchester City", "Man City", "Manchester City FC"],
    ["Manchester United", "Man Utd", "Man United", "Manchester Utd"],
    ["Nottingham Forest", "Nott'm Forest", "Nottm Forest", "Nottingham"],
    ["Tottenham Hotspur", "Tottenham", "Spurs", "Tottenham Hotspur FC"],
    ["Wolverhampton Wanderers", "Wolves", "Wolverhampton"],
  ],
  efl: [
    ["Sheffield United", "Sheffield Utd", "Sheff Utd"],
    ["Sheffield Wednesday", "Sheff Wed"],
    ["Queens Park Rangers", "QPR"],
    ["West Bromwich Albion", "West Brom"],
  ],
  laliga: [
    ["Alavés", "Deportivo Alavés", "Deportivo Alaves"],
    ["Athletic Club", "Athletic Bilbao"],
    ["Atlético Madrid", "Atletico Madrid", "Atleti", "Club Atlético de Madrid"],
    ["Barcelona", "FC Barcelona", "Barça"],
    ["Real Betis", "Real Betis Balompié", "Betis"],
  ],
  bundesliga: [
    ["Bayern Munich", "FC Bayern München", "Bayern", "Bayern Muenchen"],
    ["Borussia Mönchengladbach", "Monchengladbach", "Gladbach", "Borussia Moenchengladbach"],
    ["FC Cologne", "1. FC Köln", "Koln", "Koeln", "Cologne"],
    ["Hamburg SV", "Hamburger SV", "Hamburg"],
    ["Schalke 04", "FC Schalke 04", "Schalke"],
    ["TSG Hoffenheim", "TSG 1899 Hoffenheim", "1899 Hoffenheim"],
  ],
  seriea: [
    ["AC Milan", "Milan"],
    ["Internazionale", "Inter", "Inter Milan", "FC Internazionale Milano"],
  ],
  ligue1: [
    ["Paris Saint-Germain", "PSG", "Paris SG"],
    ["Paris FC", "Paris Football Club"],
    ["Stade Rennais", "Rennes"],
    ["Saint-Étienne", "AS Saint-Étienne", "St Etienne"],
  ],
  ligamx: [
    ["América", "Club América", "Club America"],
    ["Guadalajara", "Chivas", "CD Guadalajara"],
  ],
  wsl: [
    ["Manchester City", "Man City", "Manchester City Women"],
    ["Tottenham Hotspur", "Tottenham Hotspur Women", "Spurs"],
  ],
  ucl: [
    ["Bodo/Glimt", "FK Bodø/Glimt", "Bodø/Glimt"],
    ["F.C. København", "FC Copenhagen", "Copenhagen"],
    ["Qarabag", "Qarabağ FK"],
    ["Sporting CP", "Sporting Lisbon", "Sporting Clube de Portugal"],
    ["Union St.-Gilloise", "Union Saint-Gilloise", "Union SG"],
  ],
  worldcup: [
    ["United States", "USA", "USMNT"],
    ["South Korea", "Korea Republic"],
    ["Ivory Coast", "Côte d'Ivoire", "Cote d'Ivoire"],
    ["Bosnia-Herzegovina", "Bosnia & Herzegovina"],
    ["Türkiye", "Turkey", "Turkiye"],
  ],
};

describe.each(Object.entries(CLUBS) as Array<[LeagueCode, ReadonlyArray<ReadonlyArray<string>>]>)(
  "in %s",
  (league, clubs) => {
    const teams = clubs.map(([name = ""]) => makeTeam(league, name));
    const index = indexTeams({ league, teams, table });
    test.each(clubs.map((names) => [names[0] ?? "", names] as const))("%s", (name, names) => {
      const found = names.map((label) => {
        const side = findSide(index, named(label));
        return side.kind === "one" ? side.team.name : `${label}: ${side.kind}`;
      });
      expect(found).toEqual(names.map(() => name));
    });
  },
);

describe("a name", () => {
  const find = (league: LeagueCode, label: string, names: ReadonlyArray<string>) => {
    const teams = names.map((name) => makeTeam(league, name));
    return findSide(indexTeams({ league, teams, table }), named(label)).kind;
  };
  test.each<readonly [string, LeagueCode, string, ReadonlyArray<string>, string]>([
    ["is another club's", "ligue1", "Paris FC", ["Paris Saint-Germain"], "unknown"],
    ["is two clubs'", "ligue1", "Paris", ["Paris Saint-Germain", "Paris FC"], "several"],
    ["is one's of another country", "ucl", "Barcelona Guayaquil", ["Barcelona"], "unknown"],
    ["has other affixes", "epl", "Nowhere", ["1. FC Nowhere 04"], "one"],
    ["has a number before it", "epl", "04 Nowhere", ["Nowhere"], "one"],
    ["has its affix behind it", "epl", "Nowhere AFC", ["FC Nowhere"], "one"],
    ["is two clubs' but for affixes", "epl", "AC Nowhere", ["FC Nowhere", "Nowhere SC"], "unknown"],
    ["has a word more", "epl", "Nowhere United", ["FC Nowhere"], "unknown"],
  ])("that %s, in %s: %s among %p is %s", (_, league, label, names, kind) => {
    expect<string>(find(league, label, names)).toBe(kind);
  });

  test("is neither club's where it is the usual name of both", () => {
    const clubs = ["FC Nowhere", "Nowhere SC"].map((name) => ({
      scope: { country: "eng" },
      names: [name, "Nowhere", `${name} of old`],
    }));
    const both = makeNameTable(clubs);
    expect(both.clubsOf("epl", "Nowhere").length).toBe(2);
    expect(both.certainClubsOf("epl", "Nowhere")).toEqual([]);
    expect(both.certainClubsOf("epl", "Nowhere SC of old").length).toBe(1);
  });
});
