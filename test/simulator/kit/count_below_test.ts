import { expect, test } from "bun:test";
import fc from "fast-check";
import { countBelow } from "../../../app/simulator/kit/count_below.ts";

test("countBelow() returns the position of a bound in an ordered list", () => {
  const few = fc.integer({ min: -5, max: 5 });
  fc.assert(fc.property(fc.array(few), few, (values, bound) => {
    const sorted = values.toSorted((a, b) => a - b);
    const count = countBelow(sorted, bound, (value) => value);
    expect(sorted.slice(0, count).every((value) => value < bound)).toBe(true);
    expect(sorted.slice(count).every((value) => value >= bound)).toBe(true);
  }));
});
