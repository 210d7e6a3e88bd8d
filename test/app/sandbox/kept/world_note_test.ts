import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { Result } from "effect";
import { goOn, type WorldNote, type WorldStart } from "../../../../app/sandbox/kept/world_note.ts";

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const note = (change: Partial<WorldNote> = {}): WorldNote => ({
  atMs: NOON_MS,
  speed: 60,
  profile: "spec",
  isVenueHere: true,
  isStopped: true,
  ...change,
});
const start = (change: Partial<WorldStart> = {}): WorldStart => ({
  atMs: NOON_MS - 3_600_000,
  isClockShared: false,
  profile: "spec",
  isVenueHere: true,
  ...change,
});

describe("a world that is started again", () => {
  test("has a clock that never goes back, at whichever speed, stopped or killed", () => {
    fc.assert(fc.property(
      fc.record({ atMs: fc.nat(4e12), speed: fc.double({ min: 0.1, max: 10_000, noNaN: true }) }),
      fc.nat(4e12),
      fc.double({ min: 0, max: 1_000, noNaN: true }),
      (before, atMs, lateMs) => {
        // A killed one went on until its next note, which a busy machine writes late.
        for (const [isStopped, ranMs] of [[true, 0], [false, 1_000 + lateMs]] as const) {
          const begins = Result.getOrThrow(goOn(note({ ...before, isStopped }), start({ atMs })));
          expect(begins).toBeGreaterThanOrEqual(before.atMs + Math.floor(ranMs * before.speed));
          expect(begins).toBeGreaterThanOrEqual(atMs);
        }
      },
    ));
  });

  test("goes on where it ended, unless the clock is later by itself", () => {
    expect(goOn(note(), start())).toEqual(Result.succeed(NOON_MS));
    expect(goOn(note(), start({ atMs: NOON_MS + 1 }))).toEqual(Result.succeed(NOON_MS + 1));
    const shared = { isClockShared: true };
    expect(goOn(note(), start({ ...shared, atMs: NOON_MS }))).toEqual(Result.succeed(NOON_MS));
  });

  test.each([
    [start({ profile: "polymarket" }), "it was made with VENUE_PROFILE=spec; set that"],
    [start({ isVenueHere: false }), "its orders are at its own venue; unset POLYMARKET_CLOB_URL"],
    [
      start({ isClockShared: true }),
      "its clock stood at 2026-11-20T12:00:00.000Z, and the clock that other processes or a " +
      "recording share with it stands at 2026-11-20T11:00:00.000Z; start it later",
    ],
  ])("says why it cannot go on otherwise: %j", (other, why) => {
    expect(goOn(note(), other)).toEqual(Result.fail(why));
  });

  test("says so of orders at a venue of another process", () => {
    expect(goOn(note({ isVenueHere: false }), start())).toEqual(
      Result.fail(
        "its orders are at the venue of another process; set POLYMARKET_CLOB_URL to that",
      ),
    );
  });
});
