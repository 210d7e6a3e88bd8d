import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { statusTextOf, toGameStatus } from "../../../adapters/espn/game_status.ts";
import type { GameStatus } from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { atSec } from "../../simulator/espn/season.ts";

const NOW = { kickoffSec: atSec("2026-11-20T17:00:00Z"), nowSec: atSec("2026-11-20T18:00:00Z") };

/** Names as they were seen or are known to be used, with their state and completion. */
const SEEN: ReadonlyArray<readonly [name: string, state: string, completed: boolean, GameStatus]> =
  [
    ["SCHEDULED", "pre", false, "scheduled"],
    ["TBD", "pre", false, "scheduled"],
    ["DELAYED", "pre", false, "scheduled"],
    ["DELAYED", "in", false, "live"],
    ["RAIN_DELAY", "in", false, "live"],
    ["IN_PROGRESS", "in", false, "live"],
    ["FIRST_HALF", "in", false, "live"],
    ["HALFTIME", "in", false, "live"],
    ["END_PERIOD", "in", false, "live"],
    ["OVERTIME", "in", false, "live"],
    ["SHOOTOUT", "in", false, "live"],
    ["FINAL", "post", true, "finished"],
    ["FULL_TIME", "post", true, "finished"],
    ["FINAL_PEN", "post", true, "finished"],
    ["FINAL_AET", "post", true, "finished"],
    ["NEW_WAY_TO_END", "post", true, "finished"],
    // Over by their names, though nobody completed them.
    ["FORFEIT", "post", false, "finished"],
    ["WALKOVER", "post", false, "finished"],
    ["RETIRED", "post", false, "finished"],
    ["FINAL_AWD", "post", false, "finished"],
    ["FULL_PEN", "in", false, "finished"],
    // Past by the state, and never played.
    ["POSTPONED", "post", false, "postponed"],
    ["POSTPONED", "pre", false, "postponed"],
    ["POSTPONED", "post", true, "postponed"],
    ["CANCELED", "post", false, "cancelled"],
    ["CANCELED", "post", true, "cancelled"],
    ["CANCELLED", "post", true, "cancelled"],
    ["ABANDONED", "post", false, "cancelled"],
    ["ABANDONED", "in", false, "cancelled"],
    ["UNCONTESTED", "post", true, "cancelled"],
  ];

describe("toGameStatus()", () => {
  test.each([...SEEN])("STATUS_%s, %s, completed %p is %s", (name, state, completed, status) => {
    const type = { name: `STATUS_${name}`, state, completed };
    expect(toGameStatus({ type }, NOW)).toBe(status);
  });

  test("a state of post alone is no status, whatever it is called", () => {
    fc.assert(fc.property(fc.string(), (text) => {
      const type = { name: `STATUS_NEW_${text}`, state: "post", completed: false };
      expect(toGameStatus({ type }, NOW)).toBeNull();
      expect(statusTextOf({ type })).toBe(type.name);
    }));
  });

  test.each([
    [{}],
    [{ type: null }],
    [{ type: { name: null, state: null, completed: null } }],
    [{ type: { name: "constructor", state: "other" } }],
    [{ type: { name: "STATUS_FINALLY", state: "post" } }],
  ])("nothing that is known is no status: %j", (status) => {
    expect(toGameStatus(status, NOW)).toBeNull();
  });

  test.each(["in", "post"])(
    "a suspended game may resume the same day, in the state %s",
    (state) => {
      const type = { name: "STATUS_SUSPENDED", state, completed: false };
      const at = (kickoff: string) =>
        toGameStatus({ type }, { ...NOW, kickoffSec: atSec(kickoff) });
      expect(at("2026-11-20T17:50:00Z")).toBe("live");
      expect(at("2026-11-20T18:00:00Z")).toBe("live");
      expect(at("2026-11-20T10:00:01Z")).toBe("live");
      // It resumes then, or on a day that nobody knows.
      expect(at("2026-11-20T18:00:01Z")).toBe("postponed");
      expect(at("2026-11-21T17:00:00Z")).toBe("postponed");
      expect(at("2026-11-20T10:00:00Z")).toBe("postponed");
      expect(at("2026-11-19T18:00:00Z")).toBe("postponed");
    },
  );

  test("a game that is stopped is postponed from eight hours after its start", () => {
    const names = ["SUSPENDED", "DELAYED", "DELAY", "RAIN_DELAY", "WEATHER_DELAY", "INTERRUPTED"];
    const stops = fc.record({
      name: fc.constantFrom(...names).map((name) => `STATUS_${name}`),
      state: fc.constantFrom("pre", "in", "post"),
      completed: fc.constant(false),
    });
    const since = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.nat({ max: 30 * 86_400 }));
    fc.assert(fc.property(stops, since, (type, sinceSec) => {
      const kickoffSec = UnixSec(NOW.nowSec - 8 * 3_600 - sinceSec);
      const status = toGameStatus({ type }, { ...NOW, kickoffSec });
      expect(status === "postponed").toBe(sinceSec >= 0);
    }));
  });

  test("the text is the name, or what else there is", () => {
    expect(statusTextOf({ type: { name: "STATUS_X", description: "X" } })).toBe("STATUS_X");
    expect(statusTextOf({ type: { name: null, description: "Odd", state: "post" } })).toBe("Odd");
    expect(statusTextOf({ type: { state: "post" } })).toBe("post");
    expect(statusTextOf({})).toBe("");
  });
});
