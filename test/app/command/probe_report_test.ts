import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  probeExitCode,
  probeJson,
  type ProbeRow,
  probeTable,
} from "../../../app/command/probe_report.ts";

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
  test("is 1 where a provider drifted, and else 2 where none was reached", () => {
    const outcomes = fc.array(
      fc.constantFrom("ok", "drift", "refused", "unreachable", "off"),
      { minLength: 1 },
    );
    fc.assert(fc.property(outcomes, (all) => {
      const isReached = all.some((one) => !["unreachable", "off"].includes(one));
      expect(probeExitCode(rowsOf(...all))).toBe(all.includes("drift") ? 1 : isReached ? 0 : 2);
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
