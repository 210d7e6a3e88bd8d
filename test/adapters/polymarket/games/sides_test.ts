import { describe, expect, test } from "bun:test";
import { isOtherGame, readGameSlug } from "../../../../adapters/polymarket/games/game_slug.ts";
import { readGameTitle } from "../../../../adapters/polymarket/games/game_title.ts";
import type { GammaGameEvent } from "../../../../adapters/polymarket/games/payload.ts";
import { readSides } from "../../../../adapters/polymarket/games/sides.ts";

const COLTS = { name: "Indianapolis Colts", abbreviation: "ind", alias: "Colts" };
const CHIEFS = { name: "Kansas City Chiefs", abbreviation: "kc", alias: "Chiefs" };
const EVENT: GammaGameEvent = {
  id: "1",
  slug: "nfl-ind-kc-2026-09-21",
  title: "Colts vs. Chiefs",
  sport: { sport: "nfl", ordering: "away" },
};
const read = (changes: Partial<GammaGameEvent>, first: "home" | "away" = "away") =>
  readSides({ ...EVENT, ...changes }, first);
const colts = { names: ["Indianapolis Colts", "Colts"], codes: ["ind"] };
const chiefs = { names: ["Kansas City Chiefs", "Chiefs"], codes: ["kc"] };

describe("sides of teams", () => {
  test("follow their `ordering`, in any order of the list", () => {
    const teams = [{ ...COLTS, ordering: "away" }, { ...CHIEFS, ordering: "home" }];
    expect(read({ teams })).toEqual({ home: chiefs, away: colts });
    expect(read({ teams: teams.toReversed() })).toEqual({ home: chiefs, away: colts });
    // Also against the title, which the event's own sport orders otherwise.
    expect(read({ teams, sport: { ordering: "home" } })).toEqual({ home: chiefs, away: colts });
  });

  test("have the names there are", () => {
    const teams = [
      { alias: "Knicks", abbreviation: "nyk", ordering: "away" },
      { name: "Spurs", alias: "Spurs", abbreviation: null, ordering: "home" },
    ];
    expect(read({ teams, slug: "nba-nyk-sas-2026-06-13" })).toEqual({
      away: { names: ["Knicks"], codes: ["nyk"] },
      home: { names: ["Spurs"], codes: ["sas"] },
    });
  });

  test.each([
    ["two home sides", [{ ...COLTS, ordering: "home" }, { ...CHIEFS, ordering: "home" }]],
    ["no ordering", [COLTS, CHIEFS]],
    ["a third side", [
      { ...COLTS, ordering: "away" },
      { ...CHIEFS, ordering: "home" },
      { name: "Bears", ordering: "home" },
    ]],
    ["one side alone", [{ ...COLTS, ordering: "away" }]],
    ["a side without a name", [
      { ...COLTS, ordering: "away" },
      { abbreviation: "kc", ordering: "home" },
    ]],
  ])("are not read from %s; the title decides", (_, teams) => {
    const sides = read({ teams });
    expect(sides?.away.names[0]).toBe("Colts");
    expect(sides?.home.names[0]).toBe("Chiefs");
  });
});

describe("sides of a title", () => {
  test("follow the order of the event's sport, before that of the league", () => {
    expect(read({}, "home")?.home.names).toEqual(["Chiefs"]);
    expect(read({ sport: { ordering: "home" } })?.home.names).toEqual(["Colts"]);
    expect(read({ sport: null }, "home")?.home.names).toEqual(["Colts"]);
    expect(read({ sport: { ordering: "left" } }, "away")?.home.names).toEqual(["Chiefs"]);
  });

  test("take the codes of the slug, which has the title's order", () => {
    expect(read({})).toEqual({
      away: { names: ["Colts"], codes: ["ind"] },
      home: { names: ["Chiefs"], codes: ["kc"] },
    });
    expect(read({ sport: { ordering: "home" }, slug: "epl-che-hul-2026-09-12" })?.home.codes)
      .toEqual(["che"]);
    expect(read({ slug: "colts-chiefs" })?.home.codes).toEqual([]);
  });

  test("learn more of a team that is called so, if only one is", () => {
    expect(read({ teams: [CHIEFS, COLTS] })).toEqual({
      away: { names: ["Colts", "Indianapolis Colts"], codes: ["ind"] },
      home: { names: ["Chiefs", "Kansas City Chiefs"], codes: ["kc"] },
    });
    const twice = [COLTS, { ...COLTS, name: "Baltimore Colts", abbreviation: "bal" }];
    expect(read({ teams: twice })?.away).toEqual({ names: ["Colts"], codes: ["ind"] });
  });

  test("are none where it names none", () => {
    expect(read({ title: "Super Bowl Winner" })).toBeUndefined();
    expect(read({ title: null, teams: null })).toBeUndefined();
  });
});

describe("readGameSlug", () => {
  test("parses a main event's slug", () => {
    expect(readGameSlug("nfl-ind-kc-2026-09-21")).toEqual({
      stem: "nfl-ind-kc-2026-09-21",
      suffix: "",
      codes: ["ind", "kc"],
    });
  });

  test("finds the stem of a slug that continues another", () => {
    expect(readGameSlug("epl-che-hul-2026-09-12-more-markets")).toEqual({
      stem: "epl-che-hul-2026-09-12",
      suffix: "more-markets",
      codes: ["che", "hul"],
    });
  });

  test("does not assign codes to sides unless there are two", () => {
    expect(readGameSlug("epl-man-city-che-2026-09-12")?.codes).toEqual([]);
    expect(readGameSlug("ufc-main-2026-09-12")?.codes).toEqual([]);
  });

  test.each([null, undefined, "", "nba-champion-2027", "nfl-ind-kc", "nfl-ind-kc-2026-09-211"])(
    "%j has another form",
    (slug) => expect(readGameSlug(slug)).toBeUndefined(),
  );
});

test("the second game of a day is no appendix of the first", () => {
  for (const suffix of ["2", "game-2", "game2", "g2", "game-2-more-markets"]) {
    expect([suffix, isOtherGame(suffix)]).toEqual([suffix, true]);
  }
  for (
    const suffix of ["", "more-markets", "player-props", "1h-moneyline", "games", "total-47pt5"]
  ) {
    expect([suffix, isOtherGame(suffix)]).toEqual([suffix, false]);
  }
});

test.each<[string, readonly [string, string]]>([
  ["Colts vs. Chiefs", ["Colts", "Chiefs"]],
  ["Colts vs Chiefs", ["Colts", "Chiefs"]],
  ["Colts VS. Chiefs", ["Colts", "Chiefs"]],
  ["Colts v. Chiefs", ["Colts", "Chiefs"]],
  ["  Colts  vs.  Chiefs ", ["Colts", "Chiefs"]],
  ["Deportivo Alavés vs. Valencia CF", ["Deportivo Alavés", "Valencia CF"]],
  ["Chelsea FC vs. Hull City AFC - More Markets", ["Chelsea FC", "Hull City AFC"]],
  ["Colts vs. Chiefs – Player Props", ["Colts", "Chiefs"]],
  ["Deportivo Alavés vs. Valencia CF: O/U 2.5", ["Deportivo Alavés", "Valencia CF"]],
  ["Game 5: Knicks vs. Spurs", ["Knicks", "Spurs"]],
  ["UFC 325: Volkanovski vs. Lopes (Featherweight, Main Card)", ["Volkanovski", "Lopes"]],
  // What sets a team of women apart is part of its name.
  ["Chelsea (W) vs. Arsenal (W)", ["Chelsea (W)", "Arsenal (W)"]],
  ["Chelsea FC Women vs. Arsenal WFC", ["Chelsea FC Women", "Arsenal WFC"]],
  ["Paris Saint-Germain vs. Saint-Étienne", ["Paris Saint-Germain", "Saint-Étienne"]],
  ["Vsetin vs. Sparta", ["Vsetin", "Sparta"]],
])("%s names two sides", (title, sides) => expect(readGameTitle(title)).toEqual(sides));

test.each([
  null,
  undefined,
  "",
  "NBA Champion 2027",
  "Super Bowl Winner",
  "Will the Colts beat the Chiefs?",
  "Colts vs. Chiefs: will it go to overtime?",
  "Alcaraz vs. Sinner vs. Djokovic",
  "Colts vs.",
  "vs. Chiefs",
  "Colts vs. colts",
  "São Paulo vs. Sa\u0303o Paulo",
  "Colts vs. : O/U",
])("%j names no two sides", (title) => expect(readGameTitle(title)).toBeUndefined());
