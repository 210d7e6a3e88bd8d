/** The drawn curves of fees against the estimates of the service. @module */
import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  axisEnd,
  drawnFigure,
  feeCurve,
  type FeeFormula,
  feeUsdc,
  highestPoint,
} from "../../../app/console/tools/fee_curve.ts";

const flat: FeeFormula = { kind: "flat", feeRate: 0.07, exponent: 1 };
const legacy: FeeFormula = { kind: "legacy", feeRate: 0.25, exponent: 2 };

test("100 shares at 0.50 cost what the guide says", () => {
  // Both from the table in guide/fees.md.
  expect(feeUsdc(flat, { shares: 100, price: 0.5 })).toBeCloseTo(1.75, 9);
  expect(feeUsdc(legacy, { shares: 100, price: 0.5 })).toBeCloseTo(0.78125, 9);
});

test("the flat curve is highest in the middle, the legacy one above it", () => {
  expect(highestPoint(feeCurve(flat, 100)).price).toBe(0.5);
  // p^(e+1) * (1-p)^e is highest at (e+1)/(2e+1).
  expect(highestPoint(feeCurve(legacy, 100)).price).toBe(0.6);
});

test("a curve begins and ends with no fee, and every point is within the axis", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(flat, legacy, { ...flat, feeRate: 0 }, { ...legacy, exponent: 1 }),
      fc.double({ min: 1e-6, max: 1e12, noNaN: true }),
      (formula, shares) => {
        const points = feeCurve(formula, shares);
        const end = axisEnd(highestPoint(points).usdc);
        expect(points[0]).toEqual({ price: 0, usdc: 0 });
        expect(points.at(-1)).toEqual({ price: 1, usdc: 0 });
        expect(points.every(({ usdc }) => usdc >= 0 && usdc <= end)).toBe(true);
      },
    ),
  );
});

test("the axis ends near the highest fee", () => {
  expect([1.75, 0.8, 0.0003, 100, 0].map(axisEnd).map(drawnFigure)).toEqual(
    ["2", "1", "0.0005", "100", "1"],
  );
});
