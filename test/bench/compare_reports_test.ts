import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Better } from "./benchmark.ts";
import { compareReports, comparisonText } from "./compare_reports.ts";
import { anyRatios, findingWith, plainFinding, reportOf } from "./made_finding.ts";

function verdictOf(before: ReadonlyArray<number>, now: ReadonlyArray<number>, better: Better) {
  const reports = [before, now].map((ratios) => reportOf([findingWith(ratios, { better })]));
  return compareReports(reports[0]!, reports[1]!).moved[0]?.verdict;
}

describe("compareReports", () => {
  test("a finding has not moved while the rounds of both runs overlap, or touch", () => {
    expect(verdictOf([1, 2, 3], [3, 4, 5], "lower")).toBeUndefined();
    expect(verdictOf([3, 4, 5], [1, 2, 3], "lower")).toBeUndefined();
    expect(verdictOf([1, 9], [4, 5], "lower")).toBeUndefined();
  });

  test("the verdict knows which direction is better", () => {
    expect(verdictOf([1, 2], [3, 4], "lower")).toBe("worse");
    expect(verdictOf([3, 4], [1, 2], "lower")).toBe("better");
    expect(verdictOf([1, 2], [3, 4], "higher")).toBe("better");
    expect(verdictOf([3, 4], [1, 2], "higher")).toBe("worse");
    expect(verdictOf([1, 2], [3, 4], "neither")).toBe("moved");
  });

  test("what is better one way is worse the other way, and nothing moved from itself", () => {
    fc.assert(fc.property(anyRatios, anyRatios, (one, other) => {
      const there = verdictOf(one, other, "lower");
      const back = verdictOf(other, one, "lower");
      expect([there, back].toSorted()).toEqual(
        there === undefined ? [undefined, undefined] : ["better", "worse"],
      );
      expect(verdictOf(one, one, "lower")).toBeUndefined();
    }));
  });

  test("the ratio decides where there is one, however much slower the machine is", () => {
    const slower = {
      ...findingWith([2, 3]),
      value: { min: 200, median: 200, max: 300 },
    };
    expect(compareReports(reportOf([findingWith([2, 3])]), reportOf([slower])).moved).toEqual([]);
  });

  test("the value decides where there is no reference", () => {
    const [before, now] = [reportOf([plainFinding([9, 10])]), reportOf([plainFinding([11, 12])])];
    expect(compareReports(before, now).moved).toMatchObject([{ unit: "MB", verdict: "worse" }]);
  });

  test("findings of one report only are named, and not compared", () => {
    const before = reportOf([findingWith([1], { what: "gone" }), findingWith([1])]);
    const now = reportOf([findingWith([1]), plainFinding([1], "new")]);
    expect(compareReports(before, now)).toEqual({
      compared: 1,
      moved: [],
      onlyBefore: ["made: gone, beside a bare one"],
      onlyNow: ["made: new"],
    });
  });

  test("a ratio to nothing has not moved", () => {
    expect(verdictOf([NaN], [1], "lower")).toBeUndefined();
  });
});

test("the text has a line for each movement, and says what has no spread", () => {
  const before = reportOf([findingWith([1, 2]), plainFinding([10]), plainFinding([1], "gone")]);
  const now = reportOf([findingWith([4, 5]), plainFinding([5])]);
  expect(comparisonText(compareReports(before, now))).toBe(
    `2 of 2 findings moved beyond the spread of their rounds
worse              made: a path, beside a bare one  1/1/2 -> 4/4/5     ratio  times 4
better, no spread  made: a memory                   10/10/10 -> 5/5/5  MB     times 0.5
only before: made: gone`,
  );
});
