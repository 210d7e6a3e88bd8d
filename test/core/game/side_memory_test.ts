/** An index finds a side again as it found it first. @module */
import { expect, test } from "bun:test";
import { findSide, indexTeams, makeNameTable } from "../../../core/game/mod.ts";
import { coded, makeTeam, named } from "./made_games.ts";

const ajax = makeTeam("epl", "Ajax", { abbreviation: "AJX", otherNames: ["North"] });
const boca = makeTeam("epl", "Boca", { abbreviation: "BOC", otherNames: ["North"] });
const index = indexTeams({ league: "epl", teams: [ajax, boca], table: makeNameTable([]) });

test("sides of the same name with other codes are different sides", () => {
  for (let again = 0; again < 2; again++) {
    expect(findSide(index, { names: ["North"], codes: ["AJX"] })).toEqual({
      kind: "one",
      team: ajax,
    });
    expect(findSide(index, { names: ["North"], codes: ["BOC"] })).toEqual({
      kind: "one",
      team: boca,
    });
    expect(findSide(index, named("North"))).toEqual({ kind: "several", teams: [ajax, boca] });
    expect(findSide(index, coded("AJX"))).toEqual({ kind: "one", team: ajax });
    expect(findSide(index, named("AJX")).kind).toBe("unknown");
  }
});

test("sides are remembered, and forgotten when there are too many to remember", () => {
  const first = findSide(index, named("Ajax"));
  expect(findSide(index, named("Ajax"))).toBe(first);
  for (let at = 0; at < 20_000; at++) {
    expect(findSide(index, named(`Invented ${at} Town`)).kind).toBe("unknown");
  }
  expect(findSide(index, named("Ajax"))).not.toBe(first);
  expect(findSide(index, named("Ajax"))).toEqual(first);
});
