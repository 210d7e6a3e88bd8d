import { describe, expect, test } from "bun:test";
import { supersededBy } from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { gameOf, SOME_DAY_SEC, teamNamed } from "./arbitrary_game.ts";

const DAY_SEC = 86_400;
const later = (days: number) => ({ kickoffSec: UnixSec(SOME_DAY_SEC + days * DAY_SEC) });
const postponed = gameOf("1", { status: "postponed" });
const swapped = { home: teamNamed("C"), away: teamNamed("A") };

describe("supersededBy", () => {
  test.each([
    ["a game put off", postponed],
    ["a game called off", gameOf("1", { status: "cancelled" })],
    ["a game at the other ground", gameOf("1", { status: "postponed", ...swapped })],
  ])("finds %s", (_, other) => {
    expect(supersededBy(gameOf("2", later(3)), [other])).toBe("espn:1");
  });

  test.each([
    ["is still on", gameOf("1")],
    ["is of other sides", gameOf("1", { status: "postponed", away: teamNamed("D") })],
    ["is after it", gameOf("1", { status: "postponed", ...later(4) })],
    ["is of another season", gameOf("1", { status: "postponed", ...later(-200) })],
    ["is of another league", gameOf("1", { status: "postponed", league: "ncaab" })],
  ])("passes by a game that %s", (_, other) => {
    expect(supersededBy(gameOf("2", later(3)), [other])).toBeNull();
  });

  test("does not choose between two", () => {
    const other = gameOf("3", { status: "postponed", ...later(1) });
    expect(supersededBy(gameOf("2", later(3)), [postponed, other])).toBeNull();
  });

  test("makes up for a game once", () => {
    const first = gameOf("3", { ...later(2), supersedes: "espn:1" });
    expect(supersededBy(gameOf("2", later(3)), [postponed, first])).toBeNull();
  });

  test("does not make up for itself", () =>
    expect(supersededBy(postponed, [postponed])).toBeNull());
});
