import { describe, expect, test } from "bun:test";
import { BigDecimal } from "effect";
import fc from "fast-check";
import {
  compareRatios,
  minus,
  over,
  plus,
  power,
  type Ratio,
  roundRatio,
  times,
  toRatio,
} from "../../../core/fee/mod.ts";

const ratio = fc.record({
  numerator: fc.bigInt({ min: -10_000n, max: 10_000n }),
  denominator: fc.bigInt({ min: 1n, max: 10_000n }),
});
const of = (numerator: bigint, denominator = 1n): Ratio => ({ numerator, denominator });
const areEqual = (a: Ratio, b: Ratio) => compareRatios(a, b) === 0;
const ZERO = of(0n);

describe("ratios", () => {
  test("obey the laws of fractions", () =>
    fc.assert(fc.property(ratio, ratio, ratio, (a, b, c) => {
      expect(areEqual(minus(plus(a, b), b), a)).toBe(true);
      expect(areEqual(times(a, plus(b, c)), plus(times(a, b), times(a, c)))).toBe(true);
      if (b.numerator !== 0n) expect(areEqual(times(over(a, b), b), a)).toBe(true);
    })));

  test("stay over a positive denominator", () =>
    fc.assert(fc.property(ratio, ratio, (a, b) => {
      fc.pre(b.numerator !== 0n);
      expect(over(a, b).denominator > 0n).toBe(true);
    })));

  test("are ordered by the sign of their difference", () =>
    fc.assert(fc.property(ratio, ratio, (a, b) => {
      expect(compareRatios(a, b)).toBe(compareRatios(minus(a, b), ZERO));
      expect(compareRatios(a, b) + compareRatios(b, a)).toBe(0);
    })));

  test("are raised to a power by repeated multiplication", () => {
    fc.assert(fc.property(ratio, fc.integer({ min: 0, max: 8 }), (base, exponent) => {
      expect(areEqual(power(base, exponent + 1), times(power(base, exponent), base))).toBe(true);
    }));
    expect(areEqual(power(ZERO, 0), of(1n))).toBe(true);
  });

  test("are made of decimals exactly", () => {
    expect(areEqual(toRatio(BigDecimal.fromStringUnsafe("0.125")), of(1n, 8n))).toBe(true);
    expect(areEqual(toRatio(BigDecimal.make(5n, -2)), of(500n))).toBe(true);
  });

  test("have no quotient by zero", () => expect(() => over(of(1n), ZERO)).toThrow(RangeError));
});

describe("roundRatio", () => {
  const scale = fc.integer({ min: 0, max: 6 });

  test("is never off by more than half a step, and never up when rounding down", () =>
    fc.assert(fc.property(ratio, scale, (value, scale) => {
      const step = toRatio(BigDecimal.make(1n, scale));
      const near = toRatio(roundRatio(value, { scale, mode: "half_even" }));
      const twiceOff = times(of(2n), minus(near, value));
      expect(compareRatios(twiceOff, step)).not.toBe(1);
      expect(compareRatios(twiceOff, minus(ZERO, step))).not.toBe(-1);
      const rest = minus(value, toRatio(roundRatio(value, { scale, mode: "floor" })));
      expect(compareRatios(rest, ZERO)).not.toBe(-1);
      expect(compareRatios(rest, step)).toBe(-1);
    })));

  test("ends in an even digit from the middle", () =>
    fc.assert(fc.property(fc.bigInt({ min: -999n, max: 999n }), scale, (below, scale) => {
      const middle = of(2n * below + 1n, 2n * 10n ** BigInt(scale));
      const { value } = roundRatio(middle, { scale, mode: "half_even" });
      expect(value % 2n).toBe(0n);
    })));
});
