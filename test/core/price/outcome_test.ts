import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { outcomeOf } from "../../../core/price/mod.ts";
import { interval } from "../../arbitrary.ts";

describe("outcomeOf()", () => {
  test("distinguishes prices that are one double, and only a day ends in a tie", () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 24n });
    fc.assert(fc.property(interval, price, (interval, targetE18) => {
      const above = outcomeOf(interval, { targetE18, closeE18: targetE18 + 1n });
      const below = outcomeOf(interval, { targetE18, closeE18: targetE18 - 1n });
      const equal = outcomeOf(interval, { targetE18, closeE18: targetE18 });
      expect([above, below]).toEqual(["up", "down"]);
      expect(equal).toBe(interval === "daily" ? "tie" : "up");
    }));
  });
});
