import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import { parseSide } from "../../../adapters/openfootball/side.ts";

const sideOf = (name: string) => Result.getOrThrow(parseSide(name, "ucl"));

/** Clubs whose names have something in common. */
const CLUBS = [
  ["Liverpool FC", "LIV"],
  ["AFC Bournemouth", "BOU"],
  ["Manchester City FC", "MCI"],
  ["Manchester United FC", "MUN"],
  ["West Ham United FC", "WHU"],
  ["Brighton & Hove Albion FC", "BHA"],
  ["Real Madrid CF", "RMA"],
  ["1. FC Köln", "KOL"],
  ["1. FSV Mainz 05", "MAI"],
  ["FC Bayern München", "BMU"],
  ["Paris Saint-Germain FC", "PSG"],
  ["Paris FC", "PAR"],
  ["AC Milan", "MIL"],
  ["D.C. United", "DCU"],
  ["PSV", "PSV"],
] as const;

describe("a side", () => {
  test.each([...CLUBS])("%s has the abbreviation %s", (name, abbreviation) => {
    expect(sideOf(name).team).toMatchObject({ name, abbreviation });
  });

  test("has a distinct id that stays the same", () => {
    const ids = CLUBS.map(([name]) => sideOf(name).team.id);
    expect(new Set(ids).size).toBe(CLUBS.length);
    expect(ids).toEqual(CLUBS.map(([name]) => sideOf(name).team.id));
    for (const id of ids) expect(id).toMatch(/^soccer:openfootball:\d{1,15}$/);
  });

  test("is the same one with its country behind it, or other accents", () => {
    const { team, slug } = sideOf("ŠK Slovan Bratislava (SVK)");
    expect(team.name).toBe("ŠK Slovan Bratislava");
    expect(slug).toBe("sk-slovan-bratislava");
    expect(sideOf("SK Slovan Bratislava").team.id).toBe(team.id);
  });

  test.each(["", " ", "N.N.", "NN", "TBD", "???", "Winner Group A", "-", "東京"])(
    "is not read from %p",
    (name) => expect(Result.isFailure(parseSide(name, "ucl"))).toBe(true),
  );
});
