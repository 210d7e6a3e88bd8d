import { expect, test } from "bun:test";
import { readGameTitle } from "../../../../adapters/polymarket/games/game_title.ts";

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
