import { describe, expect, test } from "bun:test";
import { outcomeOf } from "../../../core/price/mod.ts";

describe("outcomeOf()", () => {
  test.each(
    [
      ["1hour", 100n, 101n, "up"],
      ["1hour", 100n, 100n, "up"],
      ["1hour", 100n, 99n, "down"],
      ["daily", 100n, 101n, "up"],
      ["daily", 100n, 100n, "tie"],
      ["daily", 100n, 99n, "down"],
    ] as const,
  )("%s: from %d to %d is %s", (interval, targetE18, closeE18, outcome) => {
    expect(outcomeOf(interval, { targetE18, closeE18 })).toBe(outcome);
  });
});
