import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { exponentOf } from "./exponent.ts";

describe("exponentOf", () => {
  test("finds the exponent of a power law, whatever its factor", () => {
    fc.assert(fc.property(
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
      (exponent, factor) => {
        const sizes = [1, 10, 100, 1_000];
        const costs = sizes.map((size) => ({ size, cost: factor * size ** exponent }));
        expect(exponentOf(costs)).toBeCloseTo(exponent, 9);
      },
    ));
  });

  test("goes between points that lie on no power law", () => {
    const costs = [{ size: 1, cost: 1 }, { size: 10, cost: 1 }, { size: 100, cost: 10 }];
    expect(exponentOf(costs)).toBeCloseTo(0.5, 9);
  });
});
