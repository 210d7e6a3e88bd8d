import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  bookPrice,
  chanceText,
  decimalsOf,
  distanceOf,
  exactPrice,
  outcomePrice,
  shortPrice,
  toE18,
} from "../../../app/console/market/price_text.ts";

/** Decimal text as the service writes prices: no zeros at the end. */
const priceText = fc.tuple(fc.bigInt(0n, 10n ** 8n), fc.bigInt(1n, 10n ** 18n - 1n)).map(
  ([whole, fraction]) => `${whole}.${fraction.toString().padStart(18, "0").replace(/0+$/, "")}`,
);

describe("toE18", () => {
  test("reads decimal text, numbers and exponents", () => {
    expect(toE18("60674.70376455840464896")).toBe(60674703764558404648960n);
    expect(toE18(0.15323)).toBe(153230000000000000n);
    expect(toE18(5e-7)).toBe(500000000000n);
    expect(toE18(1e21)).toBe(10n ** 39n);
    expect(toE18("-2.5")).toBe(-2500000000000000000n);
  });

  test("refuses what is no decimal", () => {
    expect(() => toE18("soon")).toThrow('Cannot read "soon" as a decimal');
    expect(() => toE18(NaN)).toThrow("NaN");
    expect(() => toE18("")).toThrow();
  });
});

describe("exactPrice", () => {
  test("keeps every digit, which a float would lose", () =>
    fc.assert(fc.property(priceText, (text) => {
      expect(exactPrice(text).replaceAll(",", "")).toBe(text);
    })));

  test("groups the whole digits only", () => {
    expect(exactPrice("1234567.1234567")).toBe("1,234,567.1234567");
    expect(exactPrice("999.5")).toBe("999.5");
    expect(exactPrice(87648)).toBe("87,648.00");
  });
});

describe("shortPrice", () => {
  test("is within half a unit of the exact price", () =>
    fc.assert(fc.property(priceText, (text) => {
      const unit = 10n ** BigInt(18 - decimalsOf(text));
      const error = toE18(shortPrice(text).replaceAll(",", "")) - toE18(text);
      expect((error < 0n ? -error : error) * 2n <= unit).toBe(true);
    })));

  test("shows six digits, and cents at least", () => {
    expect(shortPrice("60674.70376455840464896")).toBe("60,674.70");
    expect(shortPrice("198.12949")).toBe("198.129");
    expect(shortPrice("0.153227")).toBe("0.15323");
    expect(shortPrice("999999.995")).toBe("1,000,000.00");
    expect(shortPrice("0.000004")).toBe("0.00000");
  });
});

describe("distanceOf", () => {
  test("says the direction by word and by sign", () => {
    expect(distanceOf("60674.70", 60586.51436055121)).toEqual({
      direction: "up",
      amount: "+88.19",
      percent: "+0.15\u00a0%",
    });
    expect(distanceOf("2.3755", 2.37559)).toEqual({
      direction: "down",
      amount: "\u22120.00009",
      percent: "\u22120.00\u00a0%",
    });
  });

  test("of a price that equals its target is even", () => {
    expect(distanceOf("1.50", 1.5)).toEqual({
      direction: "even",
      amount: "0.00000",
      percent: "0.00\u00a0%",
    });
  });

  test("knows a direction that the rounded amount does not show", () => {
    expect(distanceOf("100.000000000000000001", 100).direction).toBe("up");
    expect(distanceOf("99.999999999999999999", 100).direction).toBe("down");
  });

  test("has no percent of a target of 0", () =>
    expect(distanceOf("1", 0).percent).toBe("0.00\u00a0%"));
});

describe("the chance of an outcome", () => {
  test("has a decimal", () =>
    expect([0.535, 0.01, 0.99].map(chanceText)).toEqual(["53.5 %", "1.0 %", "99.0 %"]
      .map((text) => text.replace(" ", "\u00a0"))));

  test("is never shown as certain", () =>
    expect([0.9995, 0.0005, 0.9975].map(chanceText)).toEqual(["99.95 %", "0.05 %", "99.75 %"]
      .map((text) => text.replace(" ", "\u00a0"))));
});

test("the price of an outcome has the decimals of its market's tick, and a middle one more", () => {
  const texts = [
    outcomePrice(0.5, 0.01),
    outcomePrice(0.535, 0.01, 1),
    outcomePrice(0.5, 0.001, 1),
  ];
  expect(texts).toEqual(["0.50", "0.535", "0.5000"]);
  expect(outcomePrice(0.5, null)).toBe("0.50");
  const levels: ReadonlyArray<readonly [string, number | null]> = [
    ["0.4", 0.01],
    ["0.4", 0.001],
    ["0.42", null],
    ["0.425", 0.01],
    ["1", 0.1],
  ];
  expect(levels.map(([price, tick]) => bookPrice(price, tick)))
    .toEqual(["0.40", "0.400", "0.42", "0.425", "1.0"]);
});
