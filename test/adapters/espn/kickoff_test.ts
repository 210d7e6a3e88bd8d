import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseInstant } from "../../../adapters/espn/kickoff.ts";
import { toIso } from "../../../core/time/mod.ts";
import { unixSec } from "../../arbitrary.ts";
import { atSec } from "../../simulator/espn/season.ts";
import { readEvents, writtenEvent } from "./written_event.ts";

describe("parseInstant()", () => {
  test("reads every minute, with seconds or without", () => {
    fc.assert(fc.property(unixSec, (sec) => {
      const iso = toIso(sec);
      expect(parseInstant(`${iso.slice(0, 19)}Z`)).toMatchObject({ value: sec });
      expect(parseInstant(iso)).toMatchObject({ value: sec });
      expect(parseInstant(`${iso.slice(0, 16)}Z`)).toMatchObject({ value: sec - sec % 60 });
    }));
  });

  test.each([
    ["2026-02-30T12:00Z"],
    ["2026-11-21"],
    ["2026-11-21T24:00Z"],
    ["2026-11-21T12:60Z"],
    ["2026-11-21T12:00"],
    ["2026-11-21T12:00+01:00"],
    ["20261121T1200Z"],
    ["1600-01-01T00:00Z"],
    [""],
  ])("does not read %p", (text) => expect(parseInstant(text)._tag).toBe("None"));

  test("the competition's own start goes before its event's, and a card's says nothing", () => {
    const kickoff = (competition: object, event: object = {}) =>
      readEvents([writtenEvent({ ...competition }, { ...event })]).games[0]?.kickoffSec;
    const [first, later] = ["2026-11-21T15:00Z", "2026-11-22T15:30Z"];
    const dates = { date: later, startDate: first };
    expect(kickoff(dates)).toBe(atSec("2026-11-22T15:30:00Z"));
    expect(kickoff({ ...dates, date: null })).toBe(atSec("2026-11-21T15:00:00Z"));
    expect(kickoff({ date: null, startDate: null })).toBe(atSec("2026-11-21T15:00:00Z"));
    const undated = (writtenEvent({ date: null, startDate: null })["competitions"]) as [object];
    const card = writtenEvent({}, { competitions: [...undated, { ...undated[0], id: "2" }] });
    expect(readEvents([card]).games).toEqual([]);
    expect(kickoff({ date: "soon", startDate: null }, { date: null })).toBeUndefined();
  });
});
