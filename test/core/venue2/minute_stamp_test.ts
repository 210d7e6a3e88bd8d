import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { UnixSec } from "../../../core/time/mod.ts";
import { parseMinuteStamp, toMinuteStamp } from "../../../core/venue2/mod.ts";
import { unixSec } from "../../arbitrary.ts";

describe("a minute of the secondary venue", () => {
  test("is the one that was written", () =>
    fc.assert(
      fc.property(unixSec, (sec) => {
        const minute = UnixSec(sec - sec % 60);
        expect(parseMinuteStamp(toMinuteStamp(sec))).toEqual(Option.some(minute));
      }),
    ));

  test("is UTC", () =>
    expect(toMinuteStamp(UnixSec(Date.parse("2026-05-03T06:00:59Z") / 1000))).toBe(
      "20260503-0600",
    ));

  test.each<[string, ReadonlyArray<string>]>([
    ["a day or minute that there is not", ["20260230-0600", "20261301-0600", "20260503-0660"]],
    ["an hour that there is not", ["20260503-2400"]],
    ["another form", ["20260503-600", "20260503 0600", " 20260503-0600", "2026-05-03T06:00Z", ""]],
    ["another century", ["19990503-0600"]],
  ])("is not read from %s", (_, texts) => {
    expect(texts.filter((text) => Option.isSome(parseMinuteStamp(text)))).toEqual([]);
  });
});
