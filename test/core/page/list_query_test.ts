import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import { LEAGUES } from "../../../core/game/mod.ts";
import { parseList, parseWhole } from "../../../core/page/mod.ts";

describe("lists", () => {
  const parse = (input: string | undefined) => parseList("league", input, LEAGUES);

  test("are read in any case and order, each word once", () => {
    fc.assert(fc.property(fc.array(fc.constantFrom(...LEAGUES), { minLength: 1 }), (leagues) => {
      const read = Result.getOrThrow(parse(leagues.join(" ,").toUpperCase()));
      expect(read).toEqual(LEAGUES.filter((league) => leagues.includes(league)));
      expect(parse(leagues.toReversed().join())).toEqual(Result.succeed(read));
    }));
    expect(parse("ＮＢＡ,nfl\u00a0")).toEqual(Result.succeed(["nfl", "nba"]));
    expect(parse(undefined)).toEqual(Result.succeed([]));
  });

  test("are refused with the word as it was sent", () => {
    const received = (input: string) => Result.getOrThrow(Result.flip(parse(input))).received;
    expect(received("nba, Stra\u00dfe,NFL")).toBe("Stra\u00dfe");
    expect(received("nba,NBAA")).toBe("NBAA");
    expect(received("nba,,nfl")).toBe("nba,,nfl");
  });

  test.each(["", ",", "nba,", "nba,,nfl", "nbaa", "nba;nfl", "constructor", "nba nfl", "*"])(
    "%p is refused with the known words",
    (input) => {
      const refusal = Result.getOrThrow(Result.flip(parse(input)));
      expect(refusal.parameter).toBe("league");
      expect(refusal.hint).toContain("nfl, ncaaf, nba");
    },
  );
});

test.each([
  ["1", 1],
  ["200", 200],
  ["0", undefined],
  ["201", undefined],
  ["-5", undefined],
  ["1e2", 100],
  ["4.0", 4],
  [" 050e-1", 5],
  ["4.5", undefined],
  ["1e999999999", undefined],
  ["ten", undefined],
])("%p as a whole number from 1 to 200 is %p", (input, whole) => {
  expect(Result.getOrUndefined(parseWhole("limit", input, { min: 1, max: 200 }))).toBe(whole);
});
