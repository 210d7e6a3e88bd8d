import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import { ASSETS, INTERVALS, parseAsset, parseInterval } from "../../../core/market/mod.ts";

const HOSTILE = [
  "constructor",
  "__proto__",
  "toString",
  "",
  " ",
  "btc,eth",
  "5min\u0000",
];

describe("parseInterval()", () => {
  test.each(
    [
      ...INTERVALS.map((name) => [name, name] as const),
      ["5m", "5min"],
      ["15M", "15min"],
      ["1h", "1hour"],
      ["1HR", "1hour"],
      ["4h", "4hour"],
      ["Day", "daily"],
      ["DAILY", "daily"],
      ["１５ｍ", "15min"],
    ] as const,
  )("reads %s as %s", (name, interval) => {
    expect(Result.getOrThrow(parseInterval(name))).toBe(interval);
  });

  test("returns an interval, or a refusal that lists them", () => {
    const property = fc.property(fc.string(), (text) => {
      const result = parseInterval(text, "types");
      if (Result.isSuccess(result)) expect(INTERVALS).toContain(result.success);
      else expect(result.failure.hint).toContain("5min, 15min, 1hour, 4hour, daily");
    });
    fc.assert(property, { examples: HOSTILE.map((text): [string] => [text]) });
  });
});

describe("parseAsset()", () => {
  test.each(ASSETS)("reads %s in any case", (asset) => {
    expect(Result.getOrThrow(parseAsset(asset.toUpperCase()))).toBe(asset);
  });

  test("reads an asset in any Unicode form", () =>
    expect(Result.getOrThrow(parseAsset(" ｂTC\u3000"))).toBe("btc"));

  test("returns an asset, or a refusal that lists them", () => {
    const property = fc.property(fc.string(), (text) => {
      const result = parseAsset(text);
      if (Result.isSuccess(result)) expect(ASSETS).toContain(result.success);
      else expect(result.failure.hint).toContain("btc, eth, sol, xrp, hype, doge, bnb");
    });
    fc.assert(property, { examples: HOSTILE.map((text): [string] => [text]) });
  });
});
