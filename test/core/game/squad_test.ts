/** Which squad a label names, and that no other squad is ever linked. @module */
import { describe, expect, test } from "bun:test";
import {
  findSide,
  indexTeams,
  type LeagueCode,
  makeNameTable,
  parseSquadLabel,
  type SideFound,
} from "../../../core/game/mod.ts";
import { makeTeam, named } from "./made_games.ts";

describe("a label of soccer", () => {
  test.each(
    [
      ["Arsenal", "first", "Arsenal"],
      ["Arsenal (W)", "women", "Arsenal"],
      ["Arsenal W", "women", "Arsenal"],
      ["Arsenal Women", "women", "Arsenal"],
      ["Arsenal Women's", "women", "Arsenal"],
      ["Arsenal WFC", "women", "Arsenal"],
      ["Chelsea FC Ladies", "women", "Chelsea FC"],
      ["Barcelona Femenino", "women", "Barcelona"],
      ["Barcelona Femení", "women", "Barcelona"],
      ["Paris Saint-Germain Féminines", "women", "Paris Saint-Germain"],
      ["FC Bayern München Frauen", "women", "FC Bayern München"],
      ["Arsenal Women U21", "youth", "Arsenal"],
      ["Arsenal U21", "youth", "Arsenal"],
      ["Arsenal U-23", "youth", "Arsenal"],
      ["England (U19)", "youth", "England"],
      ["England Under-21s", "youth", "England"],
      ["Chelsea Youth", "youth", "Chelsea"],
      ["Chelsea Reserves", "reserve", "Chelsea"],
      ["Bayern München II", "reserve", "Bayern München"],
      ["Barcelona B", "reserve", "Barcelona"],
      ["Atlanta United 2", "reserve", "Atlanta United"],
      ["Jong Ajax", "reserve", "Ajax"],
      ["Arsenal (M)", "men", "Arsenal"],
      ["Schalke 04", "first", "Schalke 04"],
      ["Hannover 96", "first", "Hannover 96"],
      ["Boca Juniors", "first", "Boca Juniors"],
      ["Womensville", "first", "Womensville"],
      ["B", "first", "B"],
      ["U21", "first", "U21"],
    ] as const,
  )("%s is %s", (label, squad, rest) => {
    expect(parseSquadLabel(label, "soccer")).toEqual({ squad, rest });
  });
});

test("single letters are towns' elsewhere", () => {
  expect(parseSquadLabel("Washington W", "baseball").squad).toBe("first");
  expect(parseSquadLabel("Chicago B", "baseball").squad).toBe("first");
});

describe("a club with two first teams", () => {
  const find = (league: LeagueCode, label: string, club = "Arsenal") => {
    const teams = [makeTeam(league, club)];
    return findSide(indexTeams({ league, teams, table: makeNameTable([]) }), named(label)).kind;
  };
  test.each<readonly [LeagueCode, string, SideFound["kind"]]>([
    ["epl", "Arsenal", "one"],
    ["epl", "Arsenal (M)", "one"],
    ["epl", "Arsenal Women", "another_squad"],
    ["epl", "Arsenal U21", "another_squad"],
    ["epl", "Arsenal II", "another_squad"],
    ["wsl", "Arsenal", "one"],
    ["wsl", "Arsenal Women", "one"],
    ["wsl", "Arsenal W", "one"],
    ["wsl", "Arsenal (M)", "another_squad"],
    ["wsl", "Arsenal Women U21", "another_squad"],
  ])("in %s, %s: %s", (league, label, kind) => expect(find(league, label)).toBe(kind));

  test("that the schedule calls women's is found without the word", () => {
    expect(find("wsl", "Chelsea", "Chelsea Women")).toBe("one");
    expect(find("wsl", "Chelsea FC Women", "Chelsea Women")).toBe("one");
  });

  test("whose name only ends like that of reserves is a first team", () => {
    expect(find("uel", "Willem II", "Willem II")).toBe("one");
    expect(find("uel", "Willem", "Willem II")).toBe("unknown");
  });
});

test("names that the table has of another squad are no names of the first", () => {
  const table = makeNameTable([{ scope: { country: "eng" }, names: ["Arsenal", "Gunners Women"] }]);
  const index = indexTeams({ league: "epl", teams: [makeTeam("epl", "Arsenal")], table });
  expect(findSide(index, named("Gunners Women")).kind).toBe("another_squad");
});
