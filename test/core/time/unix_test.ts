import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import {
  AHEAD_SEC_MAX,
  EARLIEST_SEC,
  parseTimestamp,
  toIso,
  UnixSec,
} from "../../../core/time/mod.ts";
import { unixSec } from "../../arbitrary.ts";

/** As late as the generator goes, so that nothing it gives lies too far ahead. */
const context = { parameter: "timestamp", nowSec: UnixSec(2_145_916_800) };
const read = (text: string) => Result.getOrThrow(parseTimestamp(text, context));
const refusal = (text: string) => Result.getOrThrow(Result.flip(parseTimestamp(text, context)));

describe("parseTimestamp()", () => {
  test("reads one instant the same way in every spelling", () =>
    fc.assert(fc.property(unixSec, fc.integer({ min: 0, max: 999 }), (sec, ms) => {
      const iso = toIso(sec);
      const spellings = [
        `${sec}`,
        `${sec * 1000 + ms}`,
        `${sec}.0`,
        `${sec}000e-3`,
        `${sec * 1000 + ms}.00`,
        iso,
        iso.replace(".000Z", "Z"),
        iso.replace(".000Z", ""),
        iso.replace(".000Z", `.${ms}Z`),
        iso.replace("Z", "+00:00"),
        iso.replace("Z", "-00:00"),
        iso.replace("T", " "),
        iso.replace("T", " ").replace(".000Z", "Z"),
        iso.replace("T", " ").replace(".000Z", ""),
        iso.replace("T", "t").replace("Z", "z"),
      ];
      for (const spelling of spellings) expect(read(spelling)).toBe(sec);
    })));

  test("reads an offset as hours and minutes ahead of UTC, and a space for the plus it was", () =>
    fc.assert(fc.property(
      unixSec,
      fc.integer({ min: -14 * 60, max: 14 * 60 }),
      (sec, offsetMin) => {
        const local = toIso(UnixSec(sec + offsetMin * 60)).replace(".000Z", "");
        const [hours, minutes] = [Math.abs(offsetMin) / 60 | 0, Math.abs(offsetMin) % 60];
        const clock = [hours, minutes].map((n) => String(n).padStart(2, "0")).join(":");
        expect(read(`${local}${offsetMin < 0 ? "-" : "+"}${clock}`)).toBe(sec);
        expect(read(`${local.replace("T", " ")}${offsetMin < 0 ? "-" : "+"}${clock}`)).toBe(sec);
        if (offsetMin < 0) return;
        expect(read(`${local} ${clock}`)).toBe(sec);
        expect(read(`${local.replace("T", " ")} ${clock}`)).toBe(sec);
      },
    )));

  test("reads a date alone as midnight UTC", () =>
    expect(read("2026-03-08")).toBe(UnixSec(1_772_928_000)));

  test("does not take the time of a day for its offset", () => {
    expect(read("2026-03-08 02:00")).toBe(UnixSec(1_772_928_000 + 7_200));
    expect(read("2026-03-08 02:00 02:00")).toBe(UnixSec(1_772_928_000));
  });

  test("names finer units in the refusal, and accepts none", () =>
    fc.assert(fc.property(unixSec, fc.integer({ min: 0, max: 999_999_999 }), (sec, nanos) => {
      fc.pre(sec >= 1_000_000_000);
      const digits = `${sec}${String(nanos).padStart(9, "0")}`;
      expect(refusal(digits.slice(0, 16)).hint).toContain("microseconds");
      expect(refusal(digits).hint).toContain("nanoseconds");
      expect(refusal(`${digits}.0`).hint).toContain("nanoseconds");
      expect(refusal(digits.slice(0, 16)).received).toBe(digits.slice(0, 16));
    })));

  test.each<[string, ReadonlyArray<string>]>([
    ["no number", ["", "soon", "NaN", "Infinity", "0x10", "constructor", "２０２６"]],
    ["no whole second", ["1.5", "1795688766.5", "-1795688766.0"]],
    ["no second that is served", ["-1", "1e9", "1e400", "1e999999999", "99999999999999999999"]],
    ["no month", ["2026-13-01", "2026-00-10"]],
    ["no day of the month", ["2026-02-00", "2026-02-30", "2025-02-29"]],
    ["no time of a day", ["2026-01-01T24:00:00Z", "2026-01-01T12:60:00Z", "2026-01-01T12:00:60Z"]],
    ["no offset", ["2026-01-01T12:00:00+99:00"]],
    ["half of an instant", ["2026-01-01 12", "2026-01-01T", "20260101T120000Z"]],
    ["another mark between", ["2026-01-01  12:00:00", "2026-01-01_12:00:00"]],
    ["more than an instant", ["2026-01-01 12:00:00 Z", "1767225600 1767225600"]],
  ])("refuses %s, and quotes it", (_, texts) => {
    for (const received of texts) {
      const refused = { _tag: "RequestRejected", parameter: "timestamp", received };
      expect(refusal(received)).toMatchObject(refused);
    }
  });

  test("serves from 2009 to 366 days ahead, both included", () => {
    const last = context.nowSec + AHEAD_SEC_MAX;
    expect(read(`${EARLIEST_SEC}`)).toBe(EARLIEST_SEC);
    expect(read(`${last}`)).toBe(UnixSec(last));
    expect(refusal(`${EARLIEST_SEC - 1}`).hint).toContain("2009-01-01");
    expect(refusal(`${last + 1}`).hint).toContain("366 days");
  });

  test("gives an instant or a refusal for any text", () =>
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const result = parseTimestamp(text, context);
      expect(Result.isFailure(result) || Number.isSafeInteger(result.success)).toBe(true);
    })));

  test("cuts a value that is far too long before quoting it", () =>
    expect(refusal("9".repeat(5_000)).message.length).toBeLessThan(150));
});
