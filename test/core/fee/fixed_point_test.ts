import { describe, expect, test } from "bun:test";
import { BigDecimal } from "effect";
import fc from "fast-check";
import { formatDecimal } from "../../../core/fee/mod.ts";
import { ceilTo, floorE6, floorTo, fromE6, ONE_E6, toE6 } from "../../../core/fee/mod.ts";

const value = fc.bigInt({ min: 0n, max: 10n ** 18n });
const step = fc.bigInt({ min: 1n, max: 2_000_000n });

describe("millionths", () => {
  test("are read back from what they stand for", () => {
    expect(formatDecimal(fromE6(ONE_E6))).toBe("1");
    fc.assert(fc.property(value, (value) => expect(toE6(fromE6(value))).toBe(value)));
  });

  test("are below a decimal by less than one", () =>
    fc.assert(fc.property(value, fc.integer({ min: -3, max: 20 }), (value, scale) => {
      const decimal = BigDecimal.make(value, scale);
      const rest = BigDecimal.subtract(decimal, fromE6(toE6(decimal)));
      expect(BigDecimal.isNegative(rest)).toBe(false);
      expect(BigDecimal.isLessThan(rest, fromE6(1n))).toBe(true);
    })));
});

describe("rounding", () => {
  test("to a step gives its multiples on either side, or the value itself", () =>
    fc.assert(fc.property(value, step, (value, step) => {
      const [down, up] = [floorTo(value, step), ceilTo(value, step)];
      expect([down % step, up % step]).toEqual([0n, 0n]);
      expect(down <= value && value <= up).toBe(true);
      expect(up - down).toBe(value % step === 0n ? 0n : step);
    })));

  test("down to decimals leaves so many of them, and takes less than one", () =>
    fc.assert(fc.property(value, fc.integer({ min: 0, max: 6 }), (value, decimals) => {
      const down = floorE6(value, decimals);
      expect(formatDecimal(fromE6(down)).split(".")[1]?.length ?? 0).toBeLessThanOrEqual(decimals);
      const rest = fromE6(value - down);
      expect(BigDecimal.isNegative(rest)).toBe(false);
      expect(BigDecimal.isLessThan(rest, BigDecimal.make(1n, decimals))).toBe(true);
    })));
});
