import { describe, expect, test } from "bun:test";
import { type GameRecord, isSeenAgain } from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { gameOf, SOME_DAY_SEC } from "./arbitrary_game.ts";

const platform = {
  source: "kalshi",
  confidence: "exact",
  events: 2,
  marketsStored: 4,
  lastSeenSec: SOME_DAY_SEC,
} as const;
const before: GameRecord = { game: gameOf("1"), platforms: [platform], maybeOn: [] };
const later = { ...platform, lastSeenSec: UnixSec(SOME_DAY_SEC + 180) };

describe("isSeenAgain", () => {
  test.each<[string, GameRecord]>([
    ["nothing", before],
    ["when it was seen", { ...before, platforms: [later] }],
  ])("is so where %s has changed", (_, after) => {
    expect(isSeenAgain(before, structuredClone(after))).toBe(true);
  });

  test.each<[string, GameRecord]>([
    ["the game", { ...before, game: gameOf("1", { status: "live" }) }],
    ["the confidence", { ...before, platforms: [{ ...later, confidence: "high" }] }],
    ["the events", { ...before, platforms: [{ ...later, events: 3 }] }],
    ["the platforms", { ...before, platforms: [] }],
    ["a platform more", { ...before, platforms: [platform, { ...later, source: "sx_bet" }] }],
    ["what it may be on", { ...before, maybeOn: ["sx_bet"] }],
  ])("is not so where %s has changed", (_, after) => {
    expect(isSeenAgain(before, after)).toBe(false);
    expect(isSeenAgain(after, before)).toBe(false);
  });
});
