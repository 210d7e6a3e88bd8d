import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import { ASSETS } from "../../../core/market/mod.ts";
import {
  ORACLE_STREAMS,
  parseTwapWindow,
  TWAP_SERIES,
  TWAP_WINDOWS_SEC,
  twapStreamOf,
  twapWindowOf,
} from "../../../core/price/mod.ts";

describe("parseTwapWindow()", () => {
  test("parses a number of seconds, and nothing else", () =>
    fc.assert(fc.property(
      fc.oneof(fc.integer().map(String), fc.constantFrom("30", "60", " 30 "), fc.string()),
      (text) => {
        const isKnown = ["30", "60"].includes(text.trim());
        fc.pre(isKnown || ![30, 60].includes(Number(text)));
        const read = parseTwapWindow(text);
        expect(Result.isSuccess(read)).toBe(isKnown);
        if (Result.isSuccess(read)) expect(String(read.success)).toBe(text.trim());
        else expect(read.failure.received).toBe(text);
      },
    )));

  test("parses the number however it is written", () => {
    for (const [text, windowSec] of [["60.0", 60], ["3e1", 30], ["060", 60]] as const) {
      expect(parseTwapWindow(text)).toEqual(Result.succeed(windowSec));
    }
  });
});

describe("the oracle's averages", () => {
  test("have one stream each, and none of them is the spot stream", () => {
    expect(TWAP_WINDOWS_SEC.map(twapStreamOf)).toEqual(["twap_30", "twap_60"]);
    expect(ORACLE_STREAMS.map(twapWindowOf)).toEqual([undefined, 30, 60]);
  });

  test("cover every asset and every averaging window", () => {
    expect(TWAP_SERIES).toHaveLength(ASSETS.length * 2);
    expect(new Set(TWAP_SERIES.map(({ asset, windowSec }) => `${asset}${windowSec}`)).size)
      .toBe(TWAP_SERIES.length);
  });
});
