import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import {
  LATE_SEC_MAX,
  openingReport,
  SETTLED_AFTER_SEC,
} from "../../../adapters/chainlink/opening_report.ts";
import type { OracleReport } from "../../../adapters/chainlink/report.ts";

const START = 1_000_000;

function report(validFromSec: number, observedSec: number): OracleReport {
  return {
    feedId: "0x0003",
    validFromSec: START + validFromSec,
    observedSec: START + observedSec,
    expiresAtSec: 0,
    priceE18: BigInt(START + observedSec),
    fullReport: "0x",
  };
}

/** Reports around the start, some wide, some missing, in any order and some twice. */
const reports = fc.array(
  fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: 0, max: 3 })),
  { maxLength: 12 },
).map((spans) => spans.map(([observed, width]) => report(observed - width, observed)));
const ageSec = fc.integer({ min: 0, max: 30 });

describe("openingReport()", () => {
  test("takes a report that covers the start before any other, at any age", () => {
    fc.assert(fc.property(reports, ageSec, (reports, ageSec) => {
      const covers = ({ validFromSec, observedSec }: OracleReport) =>
        validFromSec <= START && START <= observedSec;
      const found = openingReport(reports, { startSec: START, nowSec: START + ageSec });
      if (!reports.some(covers)) return;
      const { report, isLate } = Option.getOrThrow(found);
      expect(covers(report)).toBe(true);
      expect(isLate).toBe(false);
    }));
  });

  test("else takes the first of the next five seconds, and only once the start has settled", () => {
    fc.assert(fc.property(reports, ageSec, (reports, ageSec) => {
      const found = openingReport(reports, { startSec: START, nowSec: START + ageSec });
      if (Option.isNone(found) || !found.value.isLate) return;
      const { report: { observedSec } } = found.value;
      expect(ageSec).toBeGreaterThanOrEqual(SETTLED_AFTER_SEC);
      expect(observedSec).toBeGreaterThan(START);
      expect(observedSec).toBeLessThanOrEqual(START + LATE_SEC_MAX);
      const between = reports.filter((r) => r.observedSec > START && r.observedSec < observedSec);
      expect(between).toEqual([]);
    }));
  });

  test.each([
    ["5 seconds late", [report(5, 5)], true],
    ["6 seconds late", [report(6, 6)], false],
    ["the second before", [report(-1, -1)], false],
    ["a wide report that ends 6 seconds late", [report(3, 6)], false],
  ])("%s", (_, reports, isFound) => {
    const found = openingReport(reports, { startSec: START, nowSec: START + 60 });
    expect(Option.isSome(found)).toBe(isFound);
  });
});
