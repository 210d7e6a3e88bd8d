import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { probeExitCode, probeJson, type ProbeRow, probeTable } from "../../app/probe_report.ts";

const row = (outcome: ProbeRow["outcome"], detail = ""): ProbeRow => ({
  provider: "exchange spot",
  asks: "the time",
  outcome,
  tookMs: 12,
  detail,
});
const rowsOf = (...outcomes: ReadonlyArray<ProbeRow["outcome"]>) =>
  outcomes.map((outcome) => row(outcome));

describe("probeExitCode()", () => {
  test.each(
    [
      [["ok", "ok"], 0],
      [["off", "ok", "unreachable"], 0],
      [["refused", "unreachable"], 0],
      [["drift"], 1],
      [["ok", "drift", "unreachable"], 1],
      [["unreachable", "unreachable"], 2],
      [["off", "unreachable"], 2],
    ] as const,
  )("of %j is %d", (outcomes, code) => {
    expect(probeExitCode(rowsOf(...outcomes))).toBe(code);
  });

  test("is 2 only if no provider was reached, and 1 only if one drifted", () => {
    const outcomes = fc.array(
      fc.constantFrom("ok", "drift", "refused", "unreachable", "off"),
      { minLength: 1 },
    );
    fc.assert(fc.property(outcomes, (all) => {
      const code = probeExitCode(rowsOf(...all));
      expect(code === 1).toBe(all.includes("drift"));
      if (code === 2) {
        expect(all.filter((one) => !["unreachable", "off"].includes(one))).toEqual([]);
      }
    }));
  });
});

describe("probeJson()", () => {
  test("is the table: a row each, by the names of its columns", () => {
    const rows = [row("ok", `61686.00 "now"`), row("off")];
    expect(JSON.parse(probeJson(rows))).toEqual([
      {
        provider: "exchange spot",
        outcome: "ok",
        ms: 12,
        question: "the time",
        answer: `61686.00 "now"`,
      },
      { provider: "exchange spot", outcome: "off", ms: 12, question: "the time", answer: "" },
    ]);
    const [header = ""] = probeTable(rows).split("\n");
    expect(header.split(/ +/)).toEqual(Object.keys(JSON.parse(probeJson(rows))[0]));
  });
});
