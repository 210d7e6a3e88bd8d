import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { kickoffOf, readKickoff } from "../../../../adapters/polymarket/games/kickoff.ts";
import type { GammaGameEvent } from "../../../../adapters/polymarket/games/payload.ts";
import { readDay, readInstant } from "../../../../adapters/polymarket/games/wire_time.ts";

const market = (gameStartTime: string | null, sportsMarketType = "totals") => ({
  id: "1",
  gameStartTime,
  sportsMarketType,
});
const at = (iso: string): unknown => ({ kind: "at", sec: Date.parse(iso) / 1000 });
const day: unknown = {
  kind: "day",
  day: { year: 2026, month: 9, day: 20 },
  gameNumber: null,
};
const unknown: unknown = { kind: "unknown" };

describe("readKickoff", () => {
  test.each<[string, Partial<GammaGameEvent>, unknown]>([
    ["the event's own", {
      startTime: "2026-09-21T00:20:00Z",
      eventDate: "2026-09-20",
      markets: [market("2026-09-22 00:20:00+00")],
    }, at("2026-09-21T00:20:00Z")],
    ["its markets', where the event has none", {
      startTime: null,
      markets: [market(null), market("2026-09-15 18:00:00+00")],
    }, at("2026-09-15T18:00:00Z")],
    ["the winner's market before others", {
      markets: [
        market("2026-09-15 19:00:00+00"),
        market("2026-09-15 18:00:00+00", "moneyline"),
      ],
    }, at("2026-09-15T18:00:00Z")],
    ["none of markets that disagree", {
      eventDate: "2026-09-20",
      markets: [market("2026-09-20 18:00:00+00"), market("2026-09-20 19:00:00+00")],
    }, day],
    ["the Eastern day, if nothing else is given", { eventDate: "2026-09-20" }, day],
    ["the day, if the instant is invalid", {
      startTime: "2026-02-30T00:00:00Z",
      eventDate: "2026-09-20",
    }, day],
    ["nothing from a slug", { slug: "nfl-ind-kc-2026-09-21" }, unknown],
    ["nothing of no day", { eventDate: "2026-02-30" }, unknown],
  ])("is %s", (_, changes, expected) => {
    expect<unknown>(readKickoff({ id: "1", ...changes })).toEqual(expected);
  });

  test("never is when the listing began or ends", () => {
    const written = { id: "1", startDate: "2026-08-30T04:00:12Z", endDate: "2026-09-12T14:00:00Z" };
    expect<unknown>(readKickoff(written)).toEqual(unknown);
  });
});

test("of several events the first with the most precise kickoff is used", () => {
  const events: ReadonlyArray<GammaGameEvent> = [
    { id: "1" },
    { id: "2", eventDate: "2026-09-20" },
    { id: "3", startTime: "2026-09-21T00:20:00Z" },
    { id: "4", startTime: "2026-09-23T00:20:00Z" },
  ];
  expect<unknown>(kickoffOf(events)).toEqual(at("2026-09-21T00:20:00Z"));
  expect<unknown>(kickoffOf(events.slice(0, 2))).toEqual(day);
  expect<unknown>(kickoffOf(events.slice(0, 1))).toEqual(unknown);
});

const sec = (iso: string) => Option.some(Date.parse(iso) / 1000);

describe("readInstant", () => {
  test.each([
    ["2026-09-21T00:20:00Z", "2026-09-21T00:20:00Z"],
    ["2026-09-27 20:25:00+00", "2026-09-27T20:25:00Z"],
    ["2026-09-27 20:25:00+00:00", "2026-09-27T20:25:00Z"],
    ["2026-09-27 16:25:00-04", "2026-09-27T20:25:00Z"],
    ["2026-09-28 01:55:00+0530", "2026-09-27T20:25:00Z"],
    ["2026-06-14T03:31:07.831678Z", "2026-06-14T03:31:07Z"],
    ["2024-02-29T12:00:00Z", "2024-02-29T12:00:00Z"],
  ])("reads %s", (text, iso) => expect<unknown>(readInstant(text)).toEqual(sec(iso)));

  test.each([
    null,
    undefined,
    "",
    "2026-09-21",
    // Without an offset the time zone is unknown.
    "2026-09-21T00:20:00",
    "2026-09-21 00:20:00",
    "2026-02-30T00:20:00Z",
    "2026-13-01T00:20:00Z",
    "2026-09-21T24:00:00Z",
    "2026-09-21T00:60:00Z",
    "2026-09-21T00:20:60Z",
    "2026-09-21T00:20:00+24",
    "2026-09-21T00:20:00+00:60",
    "0001-01-01T00:00:00Z",
    "soon",
    " 2026-09-21T00:20:00Z",
  ])("reads nothing in %j", (text) => expect(readInstant(text)).toEqual(Option.none()));

  test("reads the same instant in every form", () => {
    const instant = fc.integer({ min: 1_230_900_000, max: 4_000_000_000 });
    fc.assert(fc.property(instant, fc.integer({ min: -12, max: 14 }), (atSec, hours) => {
      const there = new Date((atSec + hours * 3_600) * 1000).toISOString().slice(0, 19);
      const offset = `${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}`;
      const forms = [`${there}${offset}`, `${there.replace("T", " ")}${offset}:00`];
      expect<unknown>(forms.map(readInstant)).toEqual(forms.map(() => Option.some(atSec)));
    }));
  });
});

test("a day is read where a calendar has it", () => {
  expect(readDay("2026-09-20")).toEqual(Option.some({ year: 2026, month: 9, day: 20 }));
  for (const text of ["2026-02-29", "2026-9-2", "today", null, undefined]) {
    expect(readDay(text)).toEqual(Option.none());
  }
});
