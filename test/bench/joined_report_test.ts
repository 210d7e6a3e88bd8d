import { expect, test } from "bun:test";
import fc from "fast-check";
import { joinReports } from "./joined_report.ts";
import { anyRatios, findingWith, plainFinding, reportOf } from "./made_finding.ts";
import { worseThanNoted } from "./quick_verdict.ts";

test("joined runs reach from the lowest to the highest round of all", () => {
  const joined = joinReports(reportOf([findingWith([2, 3]), plainFinding([5])]), [
    reportOf([plainFinding([4]), findingWith([1, 2, 9])]),
    reportOf([findingWith([4])]),
  ]);
  expect(joined.findings[0]?.ratio).toEqual({ min: 1, median: 2, max: 9 });
  expect(joined.findings[0]?.value).toEqual({ min: 1, median: 2, max: 9 });
  expect(joined.findings[0]?.reference?.value).toEqual({ min: 1, median: 1, max: 1 });
  expect(joined.findings[1]).toEqual({ ...plainFinding([4, 5]) });
});

test("no run is worse than a join that it is part of", () => {
  fc.assert(fc.property(fc.array(anyRatios, { minLength: 1, maxLength: 5 }), (runs) => {
    for (const better of ["lower", "higher"] as const) {
      const [first, ...others] = runs.map((ratios) => reportOf([findingWith(ratios, { better })]));
      const joined = joinReports(first!, others);
      for (const { findings } of [first!, ...others]) {
        expect(worseThanNoted(findings, joined.findings)).toEqual([]);
      }
    }
  }));
});
