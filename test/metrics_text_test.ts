/** The reader of metrics that tests have in common. @module */
import { expect, test } from "bun:test";
import { metricIn } from "./metrics_text.ts";

const TEXT = `# TYPE calls_total counter
calls_total{provider="a",why="x y"} 3
calls_total{provider="b"} 4
calls_total_max 100
heap_bytes 1.5e3
nothing_total 0
`;

test("a metric is the sum of its lines, and unknown without one", () => {
  const valuesOf = (...names: ReadonlyArray<string>) => names.map((name) => metricIn(TEXT, name));
  expect(valuesOf("calls_total", "heap_bytes", "nothing_total")).toEqual([7, 1_500, 0]);
  expect(valuesOf("calls", "total", "TYPE")).toEqual([NaN, NaN, NaN]);
});
