/** Instants and days in time zones. @module */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { dayAt, isZone, zonedText } from "../../../app/console/games/zone_time.ts";

test("the day is that of the zone", () => {
  const ms = Date.parse("2026-11-23T20:30:00Z");
  expect(["UTC", "Asia/Tokyo", "America/New_York"].map((zone) => dayAt(ms, zone))).toEqual(
    ["2026-11-23", "2026-11-24", "2026-11-23"],
  );
  // Samoa skipped the 30th.
  expect(dayAt(Date.parse("2011-12-30T10:00:00Z"), "Pacific/Apia")).toBe("2011-12-31");
});

test("in UTC the day is the beginning of the instant's text", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01") }), (date) => {
      fc.pre(!Number.isNaN(date.getTime()));
      expect(dayAt(date.getTime(), "UTC")).toBe(date.toISOString().slice(0, 10));
    }),
  );
});

test("a kickoff is shown at the zone's hour", () => {
  const hour = (zone: string) => zonedText("2026-07-01T17:00:00Z", zone, "clock");
  expect(hour("UTC")).toBe("17:00");
  expect(hour("Europe/Berlin")).toBe("19:00");
});

test("what is no instant is shown as it is, and what is no zone is told apart", () => {
  expect(zonedText("soon", "UTC")).toBe("soon");
  expect(["UTC", "America/New_York", "Mars/Olympus", ""].map(isZone)).toEqual(
    [true, true, false, false],
  );
});
