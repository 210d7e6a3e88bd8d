import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { editDistance, nearestName } from "../../core/nearest_name.ts";

describe("nearestName", () => {
  const known = ["asset", "type", "timestamp", "marketStart", "includeOutcomeMeta"];

  test.each([
    ["asset", "asset"],
    ["aset", "asset"],
    ["assets", "asset"],
    ["ASSET", "asset"],
    ["ａｓｓｅｔ", "asset"],
    ["sasets", "asset"],
    ["tpye", "type"],
    ["market_start", "marketStart"],
    ["includeOutcome", "includeOutcomeMeta"],
    ["zzz", undefined],
    ["", undefined],
    ["x".repeat(10_000), undefined],
  ])("of %s is %p", (input, name) => expect(nearestName(input, known)).toBe(name));

  test("allows no more edits of a short name than it is told", () => {
    expect(nearestName("tapes", known)).toBe("type");
    expect(nearestName("tapes", known, { alwaysAllowed: 1 })).toBeUndefined();
    expect(nearestName("tape", known, { alwaysAllowed: 1 })).toBe("type");
  });
});

describe("editDistance", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });

  test("is zero for the same word only", () =>
    fc.assert(fc.property(word, word, (left, right) => {
      expect(editDistance(left, right) === 0).toBe(left === right);
    })));

  test("is the same both ways, and at most the longer length", () =>
    fc.assert(fc.property(word, word, (left, right) => {
      const distance = editDistance(left, right);
      expect(editDistance(right, left)).toBe(distance);
      expect(distance).toBeLessThanOrEqual(Math.max(left.length, right.length));
      expect(distance).toBeGreaterThanOrEqual(Math.abs(left.length - right.length));
    })));

  test("grows by one at most with one more character", () =>
    fc.assert(fc.property(word, word, fc.constantFrom("a", "z"), (left, right, more) => {
      expect(Math.abs(editDistance(left, right + more) - editDistance(left, right)))
        .toBeLessThanOrEqual(1);
    })));

  test("counts neighbours that changed places as one", () =>
    expect(editDistance("tpye", "type")).toBe(1));
});
