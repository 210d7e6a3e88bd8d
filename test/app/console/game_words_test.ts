/**
 * Facts of games, of answers and of the service, in words.
 *
 * @module
 */
import { expect, test } from "bun:test";
import { COVERAGE_WORDS, progressText } from "../../../app/console/games/game_words.ts";
import { answerFields } from "../../../app/console/tools/answer_fields.ts";
import { ageText } from "../../../app/console/tools/service_status.ts";

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

test("an answer's fields come in its order, each with its path", () => {
  expect(answerFields({ now: "x", fee: { usdc: "1.750", type: null }, all: ["a"], none: {} }))
    .toEqual([["now", "x"], ["fee.usdc", "1.750"], ["fee.type", "null"], ["all.0", "a"]]);
});

test("an age has the largest unit that it fills", () => {
  expect([0.4, 59.9, 60, 3_599, 3_600, 86_400].map(ageText)).toEqual(
    ["0 s", "59 s", "1 min", "59 min", "1 h", "1 d"],
  );
});
