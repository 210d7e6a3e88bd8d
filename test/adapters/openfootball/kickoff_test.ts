import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import { parseKickoff } from "../../../adapters/openfootball/kickoff.ts";
import { LEAGUE_FILES } from "../../../adapters/openfootball/league_file.ts";
import { parseTimeZone, type TimeZone } from "../../../core/time/mod.ts";

const zoneOf = (name: string): TimeZone => Result.getOrThrow(parseTimeZone(name, "zone"));
const instantOf = (date: string, time: string, zone: string) =>
  new Date(Result.getOrThrow(parseKickoff({ date, time }, zoneOf(zone))).sec * 1000).toISOString();

/** What a clock of the zone shows, by the runtime itself. */
function shownIn({ name }: TimeZone, sec: number): string {
  const parts = new Intl.DateTimeFormat("sv-SE", {
    timeZone: name,
    dateStyle: "short",
    timeStyle: "short",
  });
  return parts.format(sec * 1000);
}

describe("a kickoff", () => {
  test("is when the clocks of the league show it, on every day there is", () => {
    const zone = fc.constantFrom(...[...LEAGUE_FILES.values()].map(({ zone }) => zone));
    // From four in the morning on, no clock of these zones skips or repeats an hour.
    const minute = fc.integer({ min: 4 * 60, max: 24 * 60 - 1 });
    const day = fc.integer({ min: 0, max: 5_000 }).map((days) =>
      new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10)
    );
    fc.assert(fc.property(zone, day, minute, (zone, date, minute) => {
      const time = new Date(minute * 60_000).toISOString().slice(11, 16);
      const read = parseKickoff({ date, time }, zone);
      const { sec, isConfirmed, notBeforeSec } = Result.getOrThrow(read);
      expect(shownIn(zone, sec)).toBe(`${date} ${time}`);
      expect([isConfirmed, notBeforeSec]).toEqual([true, sec]);
    }));
  });

  test("on a day without an hour is not before its midnight, and of that day", () => {
    for (const { zone } of LEAGUE_FILES.values()) {
      for (const date of ["2026-03-29", "2026-07-04", "2026-10-25", "2026-11-01"]) {
        const { sec, isConfirmed, notBeforeSec } = Result.getOrThrow(parseKickoff({ date }, zone));
        expect(isConfirmed).toBe(false);
        expect(shownIn(zone, sec)).toBe(`${date} 15:00`);
        expect(shownIn(zone, notBeforeSec)).toBe(`${date} 00:00`);
      }
    }
  });

  // The clocks of London go forward at 1:00 on 2026-03-29, and back at 2:00 on 2026-10-25.
  test.each([
    ["2026-03-29", "00:59", "Europe/London", "2026-03-29T00:59:00.000Z"],
    ["2026-03-29", "01:30", "Europe/London", "2026-03-29T01:30:00.000Z"],
    ["2026-03-29", "02:00", "Europe/London", "2026-03-29T01:00:00.000Z"],
    ["2026-10-25", "00:59", "Europe/London", "2026-10-24T23:59:00.000Z"],
    ["2026-10-25", "01:30", "Europe/London", "2026-10-25T00:30:00.000Z"],
    ["2026-10-25", "02:00", "Europe/London", "2026-10-25T02:00:00.000Z"],
    ["2026-06-11", "13:00 UTC-6", "Europe/London", "2026-06-11T19:00:00.000Z"],
    ["2026-06-11", "13:00 UTC+0", "America/New_York", "2026-06-11T13:00:00.000Z"],
    ["2026-06-11", "13:00 UTC-3:30", "Europe/London", "2026-06-11T16:30:00.000Z"],
  ])("on %s at %s, in %s, is at %s", (date, time, zone, expected) => {
    expect(instantOf(date, time, zone)).toBe(expected);
  });

  test.each(["24:00", "12:60", "noon", "15", "15:00:00", "15:00 CET", "-1:00"])(
    "is undefined at %p",
    (time) => {
      const read = parseKickoff({ date: "2026-06-11", time }, zoneOf("Europe/London"));
      expect(Result.isFailure(read)).toBe(true);
    },
  );
});
