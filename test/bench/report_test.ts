import { expect, test } from "bun:test";
import { Result } from "effect";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findingWith, plainFinding, reportOf } from "./made_finding.ts";
import { parseReport, readReport, reportText } from "./report.ts";

const REPORT = reportOf([
  findingWith([1, 2, 3], { better: "higher", aim: { ratio: 1.15 } }),
  { ...plainFinding([10]), aim: { value: 20 } },
  findingWith([NaN]),
]);

test("a report is read as it was written, with ratios that are no number", () => {
  expect(Result.getOrThrow(parseReport(reportText(REPORT)))).toEqual(REPORT);
});

test.each([
  ["", /^no JSON$/],
  ["{}", /^no report of a run: Missing key at \["machine"\]$/],
  [reportText(REPORT).replace(`"higher"`, `"faster"`), /better/],
  [reportText(REPORT).replace(`"median": 2`, `"median": "2"`), /median/],
])("refuses %#", (text, message) => {
  expect(Result.getOrThrow(Result.flip(parseReport(text)))).toMatch(message);
});

test("a failure names the file", () => {
  const folder = mkdtempSync(join(tmpdir(), "strikeline-bench-"));
  try {
    const file = join(folder, "old.json");
    const failure = () => Result.getOrThrow(Result.flip(readReport(file)));
    expect(failure()).toStartWith(`Cannot read "${file}": ENOENT`);
    writeFileSync(file, "[]");
    expect(failure()).toStartWith(`Cannot read "${file}": it is no report of a run: `);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
