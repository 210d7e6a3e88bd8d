/** The choice of games in the page's address. @module */
import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  codesOf,
  dayAfter,
  gamesQuery,
  toggledCode,
} from "../../../app/console/games/game_choice.ts";

test("a code chosen twice is not chosen, and no other code changes", () => {
  const code = fc.constantFrom("nba", "nfl", "epl", "mlb");
  fc.assert(
    fc.property(fc.array(code), code, (codes, one) => {
      const before = [...new Set(codes)].join();
      const once = toggledCode(before, one);
      expect(codesOf(once).includes(one)).toBe(!codesOf(before).includes(one));
      expect(new Set(codesOf(toggledCode(once, one)))).toEqual(new Set(codesOf(before)));
    }),
  );
});

test("the query has only what was chosen", () => {
  const any = { day: "2026-09-20", zone: "UTC", league: [], status: [], source: [] };
  expect(gamesQuery(any)).toEqual({
    day: "2026-09-20",
    tz: "UTC",
    include: "platforms,coverage",
  });
  expect(gamesQuery({ ...any, league: ["nba", "nfl"], source: ["kalshi"] })).toMatchObject({
    league: "nba,nfl",
    source: "kalshi",
  });
});

test("days follow each other over months, years and clock changes", () => {
  expect(dayAfter("2026-12-31", 1)).toBe("2027-01-01");
  expect(dayAfter("2028-03-01", -1)).toBe("2028-02-29");
  expect(dayAfter("2026-10-25", 1)).toBe("2026-10-26");
  expect(dayAfter("soon", 1)).toBe("soon");
});
