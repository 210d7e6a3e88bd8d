import { describe, expect, test } from "bun:test";
import { isOtherGame, readGameSlug } from "../../../../adapters/polymarket/games/game_slug.ts";

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
