import { describe, expect, test } from "bun:test";
import { BigDecimal } from "effect";
import fc from "fast-check";
import { basisOf, countAgreement, type Leg, legOf } from "../../../core/leg/mod.ts";
import { marketOf, priceText, recordOf, SERIES, START_SEC, windowAt } from "./arbitrary.ts";

/** A leg that has ended; with `null` as a target it never had one. */
function endedLeg(
  venue: string,
  { target, settled = "0.0000001", result = "up" }: {
    readonly target: string | null;
    readonly settled?: string;
    readonly result?: "up" | "down";
  },
): Leg {
  const record = recordOf(marketOf("final", { target, settled, result }));
  const nowMs = (START_SEC + 1_000) * 1000;
  const window = windowAt(START_SEC);
  return { ...legOf({ series: SERIES, window, record, previous: undefined, nowMs }), venue };
}

describe("basisOf()", () => {
  test("is the exact difference of two targets, and its share of the first one", () =>
    fc.assert(fc.property(priceText, priceText, (a, b) => {
      const [found] = basisOf([endedLeg("a", { target: a }), endedLeg("b", { target: b })]);
      const units = (text: string) => BigInt(text.slice(2));
      expect(found?.priceE18).toBe((units(b) - units(a)) * 10n ** 11n);
      const exact = Number(units(b) - units(a)) / Number(units(a)) * 10_000;
      const bps = Number(BigDecimal.format(found?.bps ?? expect.unreachable()));
      expect(Math.abs(bps - exact)).toBeLessThanOrEqual(0.00005001 + Math.abs(exact) * 1e-12);
    })));

  test("has each pair of known targets once, the earlier leg first", () => {
    const legs = ["a", "b", "c", "d"].map((venue) =>
      endedLeg(venue, { target: venue === "c" ? null : "0.0821210" })
    );
    expect(basisOf(legs).map(({ a, b }) => a + b)).toEqual(["ab", "ad", "bd"]);
  });
});

describe("countAgreement()", () => {
  const result = fc.constantFrom("up" as const, "down" as const);
  const leg = (target: fc.Arbitrary<string | null>) =>
    fc.record({ target, settled: priceText, result }).map((one) => endedLeg("x", one));
  const compared = fc.record({
    primary: leg(priceText),
    other: fc.option(leg(fc.option(priceText)), { nil: undefined }),
  });

  test("counts each window once, and each that has two winners in one gap", () =>
    fc.assert(fc.property(fc.array(compared), (windows) => {
      const { gaps, total } = countAgreement(windows);
      const { agreed, disagreed } = total;
      expect(agreed + disagreed + total.void + total.missing).toBe(windows.length);
      const sum = (of: "agreed" | "disagreed") => gaps.reduce((all, gap) => all + gap[of], 0);
      expect([sum("agreed"), sum("disagreed")]).toEqual([agreed, disagreed]);
      const isVoid = windows.filter(({ other }) => other?.outcomeState === "void").length;
      expect(total.void).toBe(isVoid);
    })));

  test("puts a window into the gap that holds the distance of its close, ends exact", () => {
    const at = (settled: string) => ({
      primary: endedLeg("a", { target: "0.1000000", settled }),
      other: endedLeg("b", { target: "0.1000000" }),
    });
    const gapOf = (settled: string) =>
      countAgreement([at(settled)]).gaps.find(({ agreed }) => agreed > 0)?.fromBps;
    // One unit of the last decimal is a hundredth of a basis point here.
    expect(gapOf("0.1000000")).toBe(0);
    expect(gapOf("0.1000049")).toBe(0);
    expect(gapOf("0.1000050")).toBe(0.5);
    expect(gapOf("0.0999900")).toBe(1);
    expect(gapOf("0.1004999")).toBe(20);
    expect(gapOf("0.0900000")).toBe(50);
  });
});
