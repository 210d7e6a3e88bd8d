import { expect, test } from "bun:test";
import { findingsOf, type PathCosts } from "./path_costs.ts";
import { growthTable } from "./growth_table.ts";

const pathOf = (what: string, costs: ReadonlyArray<readonly [size: number, ms: number]>) =>
  ({
    what,
    sized: "rows",
    unit: "ms",
    sizes: costs.map(([size, ms]) => ({ size, values: [ms] })),
    aim: { ratio: 1.2 },
  }) satisfies PathCosts;

test("a path is a line, from its least work to its most", () => {
  const findings = [
    pathOf("a look-up, by id", [[10, 1], [100, 1], [1_000, 1]]),
    pathOf("a walk", [[10, 1], [1_000, 100]]),
  ].flatMap((path) => findingsOf("growth", path));
  const rows = growthTable(findings).split("\n").map((line) => line.split(/ *\| */).slice(1, -1));
  expect(rows.slice(2)).toEqual([
    ["a look-up, by id", "10 to 1,000 rows", "0", "1 ms", "1 ms", "1", "at most ratio 1.2: met"],
    ["a walk", "10 to 1,000 rows", "1", "1 ms", "100 ms", "100", "at most ratio 1.2: missed"],
  ]);
});
