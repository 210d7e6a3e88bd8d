import { describe, expect, test } from "bun:test";
import { gridOf, profitCurve } from "../../../app/console/positions/profit_curve.ts";

const row = (key: string, realized_usdc: number | null) => ({ key, realized_usdc });

describe("the curve of profit", () => {
  test("begins at nothing, and has every day until the last one", () => {
    const rows = [row("2026-02-27", 0.1), row("2026-03-01", 0.2)];
    expect(profitCurve(rows, "2026-03-02")).toEqual({
      points: [
        { day: "2026-02-26", usdc: 0 },
        { day: "2026-02-27", usdc: 0.1 },
        { day: "2026-02-28", usdc: 0.1 },
        { day: "2026-03-01", usdc: 0.3 },
        { day: "2026-03-02", usdc: 0.3 },
      ],
      leftOut: [],
    });
  });

  test("names the days of which it is not certain what they made", () => {
    const rows = [row("2026-03-01", 5), row("2026-03-02", null)];
    const { points, leftOut } = profitCurve(rows, "2026-03-02");
    expect([points.at(-1)?.usdc, leftOut]).toEqual([5, ["2026-03-02"]]);
  });

  test("is empty before the first trade", () => {
    expect(profitCurve([], "2026-03-02")).toEqual({ points: [], leftOut: [] });
  });

  test.each([
    [[0, 9], [0, 2.5, 5, 7.5, 10]],
    [[0, -10.05], [-15, -10, -5, 0]],
    [[-3, 17], [-5, 0, 5, 10, 15, 20]],
    [[0, 0], [0, 1]],
  ])("of %p is drawn over lines at %p", (sums, lines) => {
    expect(gridOf(sums.map((usdc) => ({ day: "2026-03-01", usdc })))).toEqual(lines);
  });
});
