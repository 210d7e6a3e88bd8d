/**
 * Facts of games in words.
 *
 * @module
 */
import { expect, test } from "bun:test";
import { COVERAGE_WORDS, progressText } from "../../../app/console/games/game_words.ts";

const score = { home: 1, away: 0, clock: "58'", period: 2, detail: null, updated_at: null };

test("unknown coverage shares neither its word nor its symbol with a no", () => {
  const words = Object.values(COVERAGE_WORDS);
  expect(new Set(words.map(({ word }) => word)).size).toBe(words.length);
  expect(new Set(words.map(({ symbol }) => symbol)).size).toBe(words.length);
});

test("a game's progress is what its scoreboard says, else its clock and period", () => {
  expect(progressText({ status: "live", score: { ...score, detail: "HT" } })).toBe("HT");
  expect(progressText({ status: "live", score })).toBe("58', period 2");
  expect(progressText({ status: "live", score: { ...score, clock: null } })).toBe("period 2");
  expect(progressText({ status: "live", score: { ...score, clock: null, period: null } })).toBe("");
});

test("a game that is not being played has no clock", () => {
  expect(progressText({ status: "scheduled", score: null })).toBe("");
  expect(progressText({ status: "postponed", score })).toBe("");
});
