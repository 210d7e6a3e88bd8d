import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import {
  addDays,
  type CalendarDay,
  DAY_SEC,
  localDayOf,
  localDayRange,
  parseTimeZone,
  startOfLocalDay,
  type TimeZone,
  toDayText,
  toIso,
  UnixSec,
} from "../../../core/time/mod.ts";
import { unixSec } from "../../arbitrary.ts";

const zoneNamed = (name: string): TimeZone => Result.getOrThrow(parseTimeZone(name, "tz"));

/** Zones whose clocks did something unusual since 2009, and usual ones. */
const zone = fc.constantFrom(
  ...["UTC", "America/New_York", "Europe/London", "America/Sao_Paulo", "Asia/Beirut"],
  ...["Africa/Cairo", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Fakaofo"],
  ...["America/St_Johns", "Pacific/Chatham", "Africa/Casablanca", "Asia/Pyongyang"],
  ...["America/Caracas", "Asia/Amman", "Asia/Gaza", "America/Asuncion", "Atlantic/Azores"],
  ...["Antarctica/Troll", "Europe/Volgograd"],
  ...Intl.supportedValuesOf("timeZone"),
).map(zoneNamed);

const day = unixSec.map((sec): CalendarDay => localDayOf(zoneNamed("UTC"), sec));

/** The calendar of the time zone database, as an independent witness. */
function shownAt({ name }: TimeZone, sec: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: name, dateStyle: "short" })
    .format(sec * 1000);
}

function rangeOf(name: string, text: string, days = 1) {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  return localDayRange(zoneNamed(name), { first: { year, month, day }, days, parameter: "day" });
}

describe("a local day", () => {
  test("follows the day before without a gap or an overlap", () =>
    fc.assert(fc.property(zone, day, fc.integer({ min: 1, max: 14 }), (zone, first, days) => {
      const range = localDayRange(zone, { first, days, parameter: "day" });
      if (Result.isFailure(range)) return;
      let at = range.success.startSec;
      for (let count = 0; count < days; count++) {
        const one = localDayRange(zone, {
          first: addDays(first, count),
          days: 1,
          parameter: "day",
        });
        if (Result.isFailure(one)) continue;
        expect(one.success.startSec).toBe(at);
        at = one.success.endSec;
      }
      expect(at).toBe(range.success.endSec);
    })));

  test("begins when the calendar on the wall first shows it", () =>
    fc.assert(fc.property(zone, day, (zone, first) => {
      const range = localDayRange(zone, { first, days: 1, parameter: "day" });
      if (Result.isFailure(range)) return;
      expect(shownAt(zone, range.success.startSec)).toBe(toDayText(first));
      expect(shownAt(zone, range.success.startSec - 1) < toDayText(first)).toBe(true);
      const hours = (range.success.endSec - range.success.startSec) / 3_600;
      expect(hours).toBeGreaterThanOrEqual(22);
      expect(hours).toBeLessThanOrEqual(26);
    })));

  test("is the one that an instant lies in", () =>
    fc.assert(fc.property(zone, unixSec, (zone, atSec) => {
      const today = localDayOf(zone, atSec);
      expect(startOfLocalDay(zone, today)).toBeLessThanOrEqual(atSec);
      expect(startOfLocalDay(zone, addDays(today, 1))).toBeGreaterThan(atSec);
    })));

  test("is not the one before because a clock goes back over midnight", () => {
    const zone = zoneNamed("America/St_Johns");
    const day = (iso: string) => toDayText(localDayOf(zone, UnixSec(Date.parse(iso) / 1000)));
    expect(day("2010-11-07T02:29:59Z")).toBe("2010-11-06");
    expect(day("2010-11-07T02:30:00Z")).toBe("2010-11-07");
    // The wall shows 23:30 of the 6th, for the second time.
    expect(day("2010-11-07T03:00:00Z")).toBe("2010-11-07");
  });

  test.each([
    ["America/New_York", "2026-03-08", "2026-03-08T05:00:00.000Z", 23],
    ["America/New_York", "2026-11-01", "2026-11-01T04:00:00.000Z", 25],
    ["Europe/London", "2026-03-29", "2026-03-29T00:00:00.000Z", 23],
    // Clocks went from 00:00 to 01:00, and back from 00:00 to 23:00 the day before.
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z", 23],
    ["America/Sao_Paulo", "2018-02-17", "2018-02-17T02:00:00.000Z", 25],
    ["Asia/Beirut", "2024-03-31", "2024-03-30T22:00:00.000Z", 23],
    ["Africa/Cairo", "2024-04-26", "2024-04-25T22:00:00.000Z", 23],
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00.000Z", 24.5],
    ["Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00.000Z", 23.5],
    ["Asia/Kathmandu", "2026-01-01", "2025-12-31T18:15:00.000Z", 24],
    ["Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00.000Z", 24],
    ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z", 24],
    // At 00:01 clocks went back to 23:01, so that the day had two midnights.
    ["America/St_Johns", "2010-11-07", "2010-11-07T02:30:00.000Z", 25],
  ])("in %s, %s begins at %s and lasts %d hours", (zone, text, startIso, hours) => {
    const { startSec, endSec } = Result.getOrThrow(rangeOf(zone, text));
    expect([toIso(startSec), (endSec - startSec) / 3_600]).toEqual([startIso, hours]);
  });

  test("that a zone skipped is refused by name, and has length 0 in a range", () => {
    const refusal = Result.getOrThrow(Result.flip(rangeOf("Pacific/Apia", "2011-12-30")));
    expect(refusal).toMatchObject({ parameter: "day", received: "2011-12-30" });
    expect(refusal.hint).toContain("Pacific/Apia");
    const around = Result.getOrThrow(rangeOf("Pacific/Apia", "2011-12-29", 3));
    expect(around.endSec - around.startSec).toBe(2 * DAY_SEC);
  });
});

describe("parseTimeZone()", () => {
  test("reads names in any case", () => {
    expect(zoneNamed(" america/NEW_york ").name).toBe("America/New_York");
    expect(zoneNamed("utc").offsetSec(UnixSec(1_767_225_600))).toBe(0);
  });

  test("repairs a plus sign that became a space", () =>
    expect(zoneNamed("Etc/GMT 5").offsetSec(UnixSec(1_767_225_600))).toBe(-5 * 3_600));

  test.each(["", " 05:30", "America/New York", "Mars/Olympus", "+05:30", "-08:00", "Z", "UTC;"])(
    "refuses %p",
    (input) => {
      const refusal = Result.getOrThrow(Result.flip(parseTimeZone(input, "tz")));
      expect(refusal).toMatchObject({ parameter: "tz", received: input });
      expect(refusal.hint).toContain("IANA");
    },
  );

  const ZONE_WORDS = (
    "et edt cst ct cdt mt mdt pt pst pdt akst akdt ast adt nst ndt brt art z bst west cest eest " +
    "trt msk sast wat eat ist gst pkt ict wib hkt sgt pht jst kst awst acst acdt aest aedt " +
    "nzst nzdt"
  ).split(" ");
  const SUMMER = UnixSec(Date.parse("2026-07-04T12:00:00Z") / 1000);

  test.each([
    ["EST", "America/New_York", "Etc/GMT+5", -5],
    ["mst", "America/Denver", "America/Phoenix", -7],
  ])("refuses %s, with the place and with the zone of all year", (name, place, fixed, hours) => {
    const { hint } = Result.getOrThrow(Result.flip(parseTimeZone(name, "tz")));
    expect(hint).toContain(place);
    expect(zoneNamed(place).offsetSec(SUMMER)).toBe((hours + 1) * 3_600);
    expect(hint).toContain(fixed);
    expect(zoneNamed(fixed).offsetSec(SUMMER)).toBe(hours * 3_600);
  });

  // The database has their summer, or they have none.
  test.each([
    ["EST5EDT", -4],
    ["PST8PDT", -7],
    ["US/Eastern", -4],
    ["CET", 2],
    ["HST", -10],
    ["GMT", 0],
  ])("takes %s as the database does", (name, hours) => {
    expect(zoneNamed(name).offsetSec(SUMMER)).toBe(hours * 3_600);
  });

  test.each([
    ["EDT", "Send the IANA time zone America/New_York"],
    ["Eastern Standard Time", "Send the IANA time zone America/New_York"],
    ["pst", "Send the IANA time zone America/Los_Angeles"],
    ["BST", "Send the IANA time zone Europe/London or Asia/Dhaka"],
    ["Z", "Send the IANA time zone UTC"],
    ["New York", "Did you mean America/New_York?"],
    ["America/NewYork", "Did you mean America/New_York?"],
    ["são paulo", "Did you mean America/Sao_Paulo?"],
    ["Berlin", "Did you mean Europe/Berlin?"],
    ["Eurpoe/Berlin", "Did you mean Europe/Berlin?"],
    ["UTC-5", "Send Etc/GMT+5 for UTC-5 all year"],
    ["UTC 2", "Send Etc/GMT-2 for UTC+2 all year"],
    ["+00:00", "Send UTC for UTC+0 all year"],
    ["+05:30", "Send an IANA time zone such as America/New_York or UTC: an offset is not the name"],
    ["UTC+15", "Send an IANA time zone such as America/New_York or UTC: an offset is not the name"],
  ])("refuses %p with the zone that was meant", (input, hint) => {
    const refusal = Result.getOrThrow(Result.flip(parseTimeZone(input, "tz")));
    expect(refusal.hint).toStartWith(hint);
  });

  test("names in its hints zones that it takes", () => {
    const names = ZONE_WORDS.map((word) =>
      Result.getOrThrow(Result.flip(parseTimeZone(word, "tz"))).hint
    ).flatMap((hint) => hint.replace("Send the IANA time zone ", "").split(" or "));
    for (const name of names) expect(zoneNamed(name).name).toBe(name);
  });

  test("gives a zone or a refusal for any text", () =>
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(["Success", "Failure"]).toContain(parseTimeZone(text, "tz")._tag);
    })));
});
