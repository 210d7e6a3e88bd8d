import { expect, test } from "bun:test";
import { joinSummaries, readSummary, slowestText } from "./suite_summary.ts";

const OUTPUT = `
test/a_test.ts:
(pass) a > is fast [0.52ms]
(pass) a > is slow [12034.10ms]
(pass) a > is untimed

test/b_test.ts:
Expected: 2
(fail) b > breaks [50.00ms]
(skip) c > waits for a server

1 tests failed:
(fail) b > breaks [50.00ms]

 1,234 is no count
 3 pass
 1 skip
 1 fail
 7 expect() calls
Ran 5 tests across 2 files. [12.30s]
`;

test("the summary has the runner's counts, and the slowest tests first", () => {
  const summary = readSummary(OUTPUT, 1);
  expect(summary).toMatchObject({ passed: 3, failed: 1, skipped: 1 });
  expect(slowestText(summary)).toBe("12.0 s a > is slow; 0.1 s b > breaks; 0.0 s a > is fast");
});

test("the summary has what was printed about each failed test, once", () => {
  expect(readSummary(OUTPUT, 1).failures).toEqual([
    "test/b_test.ts:\nExpected: 2\n(fail) b > breaks [50.00ms]",
  ]);
});

test("what a failed test printed last is kept", () => {
  const printed = Array.from({ length: 100 }, (_, line) => `line ${line}`);
  const { failures: [failure = ""] } = readSummary(
    ["test/a_test.ts:", ...printed, "(fail) a [1.00ms]"].join("\n"),
    1,
  );
  expect(failure.split("\n")).toHaveLength(41);
  expect(failure).toEndWith("line 98\nline 99\n(fail) a [1.00ms]");
});

test("runs are counted together", () => {
  const joined = joinSummaries([readSummary(OUTPUT, 1), readSummary("(pass) z [9.00ms]\n", 139)]);
  expect(joined).toMatchObject({ passed: 3, failed: 2, skipped: 1 });
  expect(joined.failures).toHaveLength(1);
  expect([...joined.msByName.keys()]).toEqual(["a > is fast", "a > is slow", "b > breaks", "z"]);
});

test("a run that ends before it counts has failed", () => {
  expect(readSummary("(pass) a [1.00ms]\n", 139)).toMatchObject({ passed: 0, failed: 1 });
  expect(readSummary("", 0)).toMatchObject({ failed: 0 });
});

test("errors outside of tests count as failed", () => {
  expect(readSummary(" 3 pass\n 0 fail\n 2 errors\n", 1).failed).toBe(2);
});
