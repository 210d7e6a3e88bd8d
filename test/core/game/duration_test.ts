import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  DURATION_DEFAULT,
  durationOf,
  LEAGUES,
  MEASURED_GAMES_MIN,
  measuredMin,
  noDurations,
} from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";
import { gameOf, SOME_DAY_SEC } from "./arbitrary_game.ts";

const minutes = fc.array(fc.integer({ min: 1, max: 720 }), { minLength: 20, maxLength: 60 });

function countsOf(minutes: ReadonlyArray<number>) {
  const counts = noDurations();
  for (const value of minutes) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

describe("the duration of a league", () => {
  test("has half of the games below it and half above, and nine tenths below the other", () =>
    fc.assert(fc.property(minutes, (minutes) => {
      const { medianMin, p90Min, basis } = durationOf("ufc", countsOf(minutes));
      expect(basis).toBe("league_measured");
      const atMost = (value: number) => minutes.filter((one) => one <= value).length;
      const atLeast = (value: number) => minutes.filter((one) => one >= value).length;
      expect(atMost(medianMin)).toBeGreaterThanOrEqual(minutes.length / 2);
      // A median between two games may be rounded up, onto or over neither.
      expect(atLeast(medianMin)).toBeGreaterThanOrEqual(Math.floor(minutes.length / 2));
      expect(atMost(p90Min)).toBeGreaterThanOrEqual(minutes.length * 0.9);
      expect(atMost(p90Min - 1)).toBeLessThan(minutes.length * 0.9);
      expect(p90Min).toBeGreaterThanOrEqual(medianMin);
    })));

  test("is in the middle between two games, in whole minutes", () => {
    const half = (minutes: number) => Array.from({ length: 10 }, () => minutes);
    expect(durationOf("nba", countsOf([...half(100), ...half(110)])).medianMin).toBe(105);
    expect(durationOf("nba", countsOf([...half(100), ...half(101)])).medianMin).toBe(101);
  });

  test("is measured from 20 games on", () => {
    const games = Array.from({ length: MEASURED_GAMES_MIN }, () => 100);
    expect(MEASURED_GAMES_MIN).toBe(20);
    expect(durationOf("nba", countsOf(games)))
      .toEqual({ medianMin: 100, p90Min: 100, basis: "league_measured" });
    expect(durationOf("nba", countsOf(games.slice(1))).basis).toBe("sport_prior");
  });

  test("is from elsewhere for every sport but one until then", () => {
    const without = LEAGUES.filter((league) => durationOf(league, noDurations()).basis === null);
    expect(without).toEqual(["ufc"]);
    expect(durationOf("ufc", noDurations())).toEqual(DURATION_DEFAULT);
    for (const league of LEAGUES) {
      const { medianMin, p90Min } = durationOf(league, noDurations());
      expect(p90Min).toBeGreaterThan(medianMin);
    }
  });
});

const RECORDED = "durations/league_durations.json";

testWithShared([RECORDED], "figures of others are those that were measured or quoted", async () => {
  const rows: ReadonlyArray<{ league: string; p50: number; p90: number; start_lag?: number }> =
    (await Bun.file(sharedPath(RECORDED)).json()).leagues;
  const names = [
    ["mlb", "mlb"],
    ["nba", "nba"],
    ["nfl", "nfl"],
    ["ncaaf", "ncaaf-fbs"],
    ["nhl", "nhl"],
    ["ncaab", "ncaab"],
    ["atp", "atp-bo3"],
    ["epl", "soccer (league match, no extra time)"],
  ] as const;
  for (const [league, name] of names) {
    // The first row of a league is of its last season.
    const row = rows.find((row) => row.league === name);
    const lag = row?.start_lag ?? 0;
    expect(durationOf(league, noDurations())).toEqual({
      medianMin: (row?.p50 ?? NaN) + lag,
      p90Min: (row?.p90 ?? NaN) + lag,
      basis: "sport_prior",
    });
  }
});

describe("measuredMin()", () => {
  const ended = (minutes: number) => ({
    status: "finished" as const,
    actualEndSec: UnixSec(SOME_DAY_SEC + minutes * 60),
  });

  test("counts whole minutes of finished games that were seen to end", () => {
    expect(measuredMin(gameOf("1", ended(150)))).toBe(150);
    expect(measuredMin(gameOf("1", ended(720)))).toBe(720);
  });

  test.each([
    ["is not finished", { ...ended(150), status: "live" as const }],
    ["was not seen to end", { status: "finished" as const }],
    ["has a placeholder for a kickoff", { ...ended(150), isKickoffConfirmed: false }],
    ["ended before it began", { ...ended(-10) }],
    ["ended as it began", { ...ended(0) }],
    ["was broken off for a day", { ...ended(721) }],
  ])("does not count a game that %s", (_, changes) => {
    expect(measuredMin(gameOf("1", changes))).toBeUndefined();
  });
});
