import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import { type Guide, guideHtml, GUIDES } from "../../adapters/http/document/guides.ts";
import type { Benchmark } from "./benchmark.ts";
import { BENCHMARKS } from "./benchmarks.ts";
import { GUIDE_FILE, withTables } from "./guide_tables.ts";
import { findingWith, plainFinding, reportOf } from "./made_finding.ts";
import { NOTED_FILE } from "./noted.ts";
import { MARGIN } from "./quick_verdict.ts";
import { readReport, titleOf } from "./report.ts";

const MADE: ReadonlyArray<Benchmark> = [
  { name: "absent", about: "not run", run: () => Promise.resolve([]) },
  { name: "made", about: "a path and a memory", run: () => Promise.resolve([]) },
];
const FINDINGS = [
  findingWith([1, 1, 3], { what: "a|path", aim: { ratio: 2 } }),
  plainFinding([10]),
];
const BEGIN = `[//]: # "bun run bench --guide writes from here"\n`;
const END = `[//]: # "to here"\n`;

function written(page: string): string {
  return Result.getOrThrow(withTables(page, reportOf(FINDINGS), MADE));
}

describe("the tables", () => {
  test("are written between their lines, a part for each benchmark that was run", () => {
    expect(written(`Before\n\n${BEGIN}old\n${END}\nAfter\n`)).toBe(`Before

${BEGIN}
Measured with bun 1.4.5, 2 processors (A processor), load 0.5 before the run.

### \`made\`

A path and a memory.

| Path     | Ours          | Reference        | Ratio      | Aim                  |
| -------- | ------------- | ---------------- | ---------- | -------------------- |
| a\\|path  | 1 (1 to 3) ms | a bare one: 1 ms | 1 (1 to 3) | at most ratio 2: met |
| a memory | 10 MB         |                  |            |                      |

${END}
After
`);
  });

  test("replace what was written before, and nothing else", () => {
    const once = written(`Before\n${BEGIN}${END}After\n`);
    expect(written(once)).toBe(once);
  });

  test("need one place", () => {
    for (
      const page of ["", BEGIN, `${END}${BEGIN}`, `${BEGIN}${END}${BEGIN}`, `${BEGIN}${END}${END}`]
    ) {
      expect(Result.isFailure(withTables(page, reportOf(FINDINGS), MADE))).toBe(true);
    }
  });
});

describe("the guide", () => {
  const guide = GUIDES.find(({ name }) => name === "how_fast") as Guide;
  const noted = Result.getOrThrow(readReport(NOTED_FILE)).findings;
  const tables = guide.markdown.split(BEGIN)[1]?.split(END)[0] ?? "";

  test("is the file that is written, and has a place for the tables", async () => {
    expect(await Bun.file(GUIDE_FILE).text()).toBe(guide.markdown);
    expect(Result.isSuccess(withTables(guide.markdown, reportOf([]), BENCHMARKS))).toBe(true);
  });

  test("has no benchmark that is gone", () => {
    const parts = [...tables.matchAll(/^### `(.+)`$/gm)].map(([, name]) => name);
    expect(parts.length).toBeGreaterThan(0);
    expect(BENCHMARKS.map(({ name }) => name)).toEqual(expect.arrayContaining(parts));
  });

  test("has a row of all that is noted", () => {
    const missing = noted.filter(({ name, what, reference }) => {
      const part = tables.split("\n### ").find((text) => text.startsWith(`\`${name}\``)) ?? "";
      const rows = part.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
      const start = reference === undefined ? "" : `${reference.what}: `;
      return !rows.some(([, path, , beside]) => path === what && beside?.startsWith(start));
    });
    expect(missing.map(titleOf)).toEqual([]);
  });

  test("says how much worse fails", () => {
    expect(guide.markdown.replaceAll("\n", " ")).toContain(`more than ${MARGIN} times worse`);
  });

  test("shows readers nothing of the lines that mark its places", () => {
    expect(guideHtml(guide)).not.toContain("[//]");
  });
});

test("what is noted is what a quick run measures", () => {
  const quick = BENCHMARKS.filter(({ isQuick }) => isQuick).map(({ name }) => name);
  const noted = Result.getOrThrow(readReport(NOTED_FILE));
  expect(new Set(noted.findings.map(({ name }) => name))).toEqual(new Set(quick));
  expect(noted.isQuick).toBe(true);
});
