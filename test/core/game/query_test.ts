import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import {
  parseInclude,
  parseLeague,
  parsePlatform,
  parseSearch,
  parseWindow,
  type WindowQuery,
} from "../../../core/game/mod.ts";
import { toIso, UnixSec } from "../../../core/time/mod.ts";

/** 2026-09-20T02:00:00Z: in New York it is still the 19th. */
const NOW = UnixSec(1_789_869_600);
const windowOf = (query: WindowQuery) => parseWindow(query, NOW);
const boundsOf = (query: WindowQuery) => {
  const { range: { startSec, endSec } } = Result.getOrThrow(windowOf(query));
  return `${toIso(startSec).slice(0, 16)} ${toIso(endSec).slice(0, 16)}`;
};

describe("the window of games", () => {
  test.each([
    [{}, "2026-09-20T00:00 2026-09-21T00:00"],
    [{ tz: "America/New_York" }, "2026-09-19T04:00 2026-09-20T04:00"],
    [{ days: "3" }, "2026-09-20T00:00 2026-09-23T00:00"],
    [{ tz: "Asia/Tokyo", days: "14" }, "2026-09-19T15:00 2026-10-03T15:00"],
    [{ day: "2026-11-01", tz: "america/new_york" }, "2026-11-01T04:00 2026-11-02T05:00"],
    [{ day: "2026-11-01", tz: "America/New_York", days: "2" }, "2026-11-01T04:00 2026-11-03T05:00"],
    [{ day: "2026-01-01" }, "2026-01-01T00:00 2026-01-02T00:00"],
    [{ from: "2026-09-20T12:00:00Z" }, "2026-09-20T12:00 2026-09-21T12:00"],
    [{ from: "1789905600", to: "1789905660" }, "2026-09-20T12:00 2026-09-20T12:01"],
    [{ from: "2026-09-20", to: "2026-10-21" }, "2026-09-20T00:00 2026-10-21T00:00"],
    [{ from: "2026-09-20T12:00:00 02:00" }, "2026-09-20T10:00 2026-09-21T10:00"],
  ])("of %p is %s", (query, bounds) => expect(boundsOf(query)).toBe(bounds));

  test("excludes games that begin before a fractional start, or at the end", () => {
    const { range } = Result.getOrThrow(
      windowOf({ from: "2026-09-20T12:00:00.500Z", to: "2026-09-20T13:00:00.500Z" }),
    );
    expect(toIso(range.startSec)).toBe("2026-09-20T12:00:01.000Z");
    expect(toIso(range.endSec)).toBe("2026-09-20T13:00:01.000Z");
  });

  test.each([
    [{ to: "2026-09-21" }, "to", "from too"],
    [{ from: "2026-09-21", to: "2026-09-20" }, "to", "after from"],
    [{ from: "2026-09-21", to: "2026-09-21" }, "to", "after from"],
    [{ from: "2026-09-20", to: "2026-10-21T00:00:01Z" }, "to", "31 days"],
    [{ from: "2026-09-20", day: "2026-09-20" }, "day", "without from and to"],
    [{ to: "2026-09-20", day: "2026-09-20" }, "day", "without from and to"],
    [{ from: "2026-09-20", tz: "UTC" }, "tz", "without from and to"],
    [{ from: "2026-09-20", days: "1" }, "days", "without from and to"],
    [{ from: "soon" }, "from", "ISO 8601"],
    [{ from: "2026-09-20", to: "later" }, "to", "ISO 8601"],
    [{ from: "2008-12-31" }, "from", "2009"],
    [{ from: "2027-09-23" }, "from", "366 days"],
    [{ day: "2026-02-30" }, "day", "real day"],
    [{ day: "2026-9-20" }, "day", "real day"],
    [{ day: "2026-09-20T00:00:00Z" }, "day", "real day"],
    [{ day: "2027-09-22" }, "day", "2027-09-21"],
    [{ day: "2011-12-30", tz: "Pacific/Apia" }, "day", "Pacific/Apia"],
    [{ tz: "Mars/Olympus" }, "tz", "IANA"],
    [{ days: "0" }, "days", "1 to 14"],
    [{ days: "15" }, "days", "1 to 14"],
    [{ days: "1.5" }, "days", "1 to 14"],
    [{ days: "-1" }, "days", "1 to 14"],
  ])("refuses %p and blames %s", (query, parameter, hint) => {
    const refusal = Result.getOrThrow(Result.flip(windowOf(query)));
    expect(refusal.parameter).toBe(parameter);
    expect(refusal.hint).toContain(hint);
  });

  test("reaches as far ahead as a day may begin", () =>
    expect(boundsOf({ day: "2027-09-21", days: "14" })).toBe("2027-09-21T00:00 2027-10-05T00:00"));

  test("may begin 366 days after now, and no second later", () => {
    const midnight = UnixSec(NOW - 2 * 3_600);
    const day = { day: "2027-09-21" };
    expect(Result.isSuccess(parseWindow(day, midnight))).toBe(true);
    expect(Result.isFailure(parseWindow(day, UnixSec(midnight - 1)))).toBe(true);
  });

  test("has its own text, except today, whose text never changes", () => {
    const textAt = (query: WindowQuery, nowSec = NOW) =>
      Result.getOrThrow(parseWindow(query, nowSec)).text;
    const later = UnixSec(NOW + 86_400);
    expect(textAt({ tz: "utc" }, later)).toBe(textAt({ tz: "UTC", days: "1" }));
    expect(textAt({ tz: "Asia/Tokyo" })).not.toBe(textAt({}));
    expect(textAt({ days: "2" })).not.toBe(textAt({}));
    expect(textAt({ day: "2026-09-20" })).not.toBe(textAt({}));
    expect(textAt({ day: "2026-09-21" })).not.toBe(textAt({ day: "2026-09-20" }));
    expect(textAt({ day: "2026-09-20" })).toBe(textAt({ from: "2026-09-20", to: "2026-09-21" }));
  });
});

test("include may be empty", () => {
  expect(parseInclude("")).toEqual(Result.succeed([]));
  expect(parseInclude("coverage,platforms"))
    .toEqual(Result.succeed(["platforms", "coverage"]));
  expect(Result.isFailure(parseInclude("scores"))).toBe(true);
});

test("a search needs a letter or a digit", () => {
  expect(parseSearch("49ers")).toEqual(Result.succeed("49ers"));
  expect(parseSearch("Á")).toEqual(Result.succeed("Á"));
  for (const blank of [" ", "%", "..", "´"]) {
    expect(Result.isFailure(parseSearch(blank))).toBe(true);
  }
});

test("Codes of leagues and platforms are read in any case and Unicode form", () => {
  expect(parseLeague(" ＮBA")).toEqual(Result.succeed("nba"));
  expect(parsePlatform("Ｋalshi\u00a0")).toEqual(Result.succeed("kalshi"));
});
