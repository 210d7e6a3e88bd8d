/** What an operator sees of a platform's game that is not linked. @module */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  editDistance,
  indexTeams,
  makeNameTable,
  nearMisses,
  type PlatformGame,
} from "../../../core/game/mod.ts";
import { at, makeGame, makePlatformGame, makeTeam, named, onDay } from "./made_games.ts";

const rovers = makeTeam("efl", "Blackburn Rovers");
const others = ["Leeds United", "Derby County"].map((name) => makeTeam("efl", name));
const games = others.map((away, at) =>
  makeGame({ id: `${at}`, home: rovers, away, kickoff: `2026-09-${20 + 3 * at}T14:00:00Z` })
);
const index = indexTeams({ league: "efl", teams: [rovers, ...others], table: makeNameTable([]) });
const nearMissesOf = (rest: Partial<PlatformGame>) =>
  nearMisses({
    index,
    games,
    game: makePlatformGame({
      league: "efl",
      home: named("Blackburn Rover"),
      away: named("Leeds United"),
      kickoff: at("2026-09-20T14:00:00Z"),
      ...rest,
    }),
  });

describe("an operator reads", () => {
  test("the nearest name, and the game it would be", () =>
    expect(nearMissesOf({})).toEqual([
      '"Blackburn Rover" is nearest to Blackburn Rovers',
      "It may be espn:0, Leeds United at Blackburn Rovers, 2026-09-20T14:00Z",
    ]));
  test("omits games on other days", () => {
    expect(nearMissesOf({ kickoff: onDay("2026-09-23") })[1]).toContain("espn:1");
    expect(nearMissesOf({ kickoff: at("2026-09-22T13:00:00Z") }).length).toBe(1);
  });
  test("reports a name that resembles no team", () =>
    expect(nearMissesOf({ home: named("Xyzzyx") })[0]).toBe('"Xyzzyx" resembles no team'));
});

test("the distance of texts is that of a metric", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 6 });
  fc.assert(fc.property(text, text, text, (a, b, c) => {
    expect(editDistance(a, b)).toBe(editDistance(b, a));
    expect(editDistance(a, b) === 0).toBe(a === b);
    expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
    expect(editDistance(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
    expect(editDistance(`${a}a${b}`, `${a}b${b}`)).toBe(1);
  }));
});
