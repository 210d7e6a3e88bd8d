import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { statusTextOf, toGameStatus } from "../../../adapters/espn/game_status.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { atSec } from "../../simulator/espn/season.ts";

const NOW = { kickoffSec: atSec("2026-11-20T17:00:00Z"), nowSec: atSec("2026-11-20T18:00:00Z") };

/** Names as they were seen or are known to be used, with their state; a plus is completion. */
const SEEN: Readonly<Record<string, string>> = {
  scheduled: "SCHEDULED pre, TBD pre, DELAYED pre",
  live: "DELAYED in, RAIN_DELAY in, IN_PROGRESS in, FIRST_HALF in, HALFTIME in, END_PERIOD in, " +
    "OVERTIME in, SHOOTOUT in",
  // The last five are over by their names, though nobody completed them.
  finished: "FINAL post+, FULL_TIME post+, FINAL_PEN post+, FINAL_AET post+, " +
    "NEW_WAY_TO_END post+, FORFEIT post, WALKOVER post, RETIRED post, FINAL_AWD post, FULL_PEN in",
  // Past by the state, and never played.
  postponed: "POSTPONED post, POSTPONED pre, POSTPONED post+",
  cancelled: "CANCELED post, CANCELED post+, CANCELLED post+, ABANDONED post, ABANDONED in, " +
    "UNCONTESTED post+",
};
const ROWS = Object.entries(SEEN)
  .flatMap(([status, seen]) => seen.split(", ").map((row) => [row, status] as const));

describe("toGameStatus()", () => {
  test.each(ROWS)("STATUS_%s is %s", (row, status) => {
    const [name = "", state = ""] = row.split(" ");
    const completed = state.endsWith("+");
    const type = { name: `STATUS_${name}`, state: state.replace("+", ""), completed };
    expect<string | null>(toGameStatus({ type }, NOW)).toBe(status);
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

  test.each([
    ["ten minutes after its start", "2026-11-20T17:50:00Z", "live"],
    ["as it starts", "2026-11-20T18:00:00Z", "live"],
    ["for less than eight hours", "2026-11-20T10:00:01Z", "live"],
    // It resumes then, or on a day that nobody knows.
    ["before its start", "2026-11-20T18:00:01Z", "postponed"],
    ["for eight hours", "2026-11-20T10:00:00Z", "postponed"],
  ])("a game that is suspended %s, from %s on, is %s", (_, kickoff, status) => {
    for (const state of ["in", "post"]) {
      const type = { name: "STATUS_SUSPENDED", state, completed: false };
      const found = toGameStatus({ type }, { ...NOW, kickoffSec: atSec(kickoff) });
      expect<string | null>(found).toBe(status);
    }
  });

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
