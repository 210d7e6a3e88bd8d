import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { chainedTarget, type Leg, legOf, type LegRecord } from "../../../core/leg/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { lives, marketOf, priceText, recordOf, SERIES, START_SEC, windowAt } from "./arbitrary.ts";

const WINDOW = windowAt(START_SEC);
const BEFORE_SEC = START_SEC - 900;
const OPEN_MS = (START_SEC + 1) * 1000;
const ENDED_MS = (START_SEC + 1_000) * 1000;

const told = (
  record: LegRecord | undefined,
  { nowMs = ENDED_MS, previous }: {
    readonly nowMs?: number;
    readonly previous?: LegRecord | undefined;
  } = {},
): Leg => legOf({ series: SERIES, window: WINDOW, record, previous, nowMs });

const settledAt = (settled: string, sec = BEFORE_SEC) =>
  recordOf(marketOf("final", { target: "0.0800000", settled, result: "up" }), { sec });

describe("legOf()", () => {
  test("has the market's own numbers as their text, once they are there", () =>
    fc.assert(fc.property(lives, fc.nat({ max: 4 }), priceText, (life, index, settled) => {
      const market = life[index] ?? life[0];
      const leg = told(recordOf(market), { nowMs: OPEN_MS, previous: settledAt(settled) });
      expect(leg.settled).toBe(market.settled);
      if (market.target === null) expect(leg.targetState).not.toBe("final");
      else expect(leg).toMatchObject({ target: market.target, targetSource: "kalshi_market" });
      expect(leg.rule.digits).toBe(7);
    })));

  test("names no winner before the result stands", () =>
    fc.assert(fc.property(lives, fc.nat({ max: 3 }), (life, index) => {
      const leg = told(recordOf(life[index] ?? null));
      expect([leg.outcome, leg.outcomeState]).toEqual([null, "closed"]);
    })));

  test("tells what is not known from what does not exist", () => {
    for (const nowMs of [OPEN_MS - 3_600_000, OPEN_MS]) {
      const leg = told(undefined, { nowMs });
      expect(leg).toMatchObject({ targetState: "pending", outcomeState: "open" });
    }
    expect(told(undefined)).toMatchObject({ targetState: "pending", outcomeState: "closed" });
    expect(told(recordOf(null), { nowMs: OPEN_MS })).toMatchObject({
      ...{ targetState: "not_listed", outcomeState: "open", id: null },
    });
    expect(told(recordOf(null))).toMatchObject({ targetState: "not_listed", outcomeState: "void" });
  });

  test("says that nothing was listed before the series began, though nobody has read it", () => {
    const series = { ...SERIES, fromSec: UnixSec(START_SEC + 1) };
    const parts = { window: WINDOW, record: undefined, previous: undefined, nowMs: ENDED_MS };
    expect(legOf({ series, ...parts })).toMatchObject({
      ...{ targetState: "not_listed", outcomeState: "void", id: null },
    });
  });

  test("has no winner where no target was ever set, whatever the result says", () =>
    fc.assert(fc.property(priceText, fc.constantFrom("up", "down"), (settled, result) => {
      const leg = told(recordOf(marketOf("final", { settled, result })), {
        previous: settledAt(settled),
      });
      expect(leg).toMatchObject({
        ...{ target: null, targetState: "never_set", targetSource: null },
        ...{ outcome: null, outcomeState: "void", isDisputed: false },
      });
    })));

  test("shows a result that contradicts its own numbers, and says so; a tie is up", () =>
    fc.assert(fc.property(priceText, priceText, fc.boolean(), (target, other, isTie) => {
      const settled = isTie ? target : other;
      for (const result of ["up", "down"] as const) {
        const leg = told(recordOf(marketOf("final", { target, settled, result })));
        expect(leg).toMatchObject({ outcome: result, outcomeState: "final", target, settled });
        expect(leg.isDisputed).toBe((Number(settled) >= Number(target)) !== (result === "up"));
      }
    })));

  test("says that a result was replaced", () => {
    const market = marketOf("amended", {
      ...{ target: "0.0821210", settled: "0.0821209", result: "down" },
    });
    expect(told(recordOf(market))).toMatchObject({ outcome: "down", outcomeState: "amended" });
  });
});

describe("chainedTarget()", () => {
  const open = recordOf(marketOf("open"));

  test("stands in for a target that is late, as provisional and with a source of its own", () =>
    fc.assert(fc.property(priceText, (settled) => {
      expect(told(open, { nowMs: OPEN_MS, previous: settledAt(settled) })).toMatchObject({
        target: settled,
        targetState: "provisional",
        targetSource: "kalshi_previous_settlement",
      });
    })));

  test("is nothing before the opening", () => {
    const nowMs = START_SEC * 1000 - 1;
    expect(told(open, { nowMs, previous: settledAt("0.0821210") }).targetState).toBe("announced");
  });

  test("never reaches across a gap", () =>
    fc.assert(fc.property(priceText, fc.integer({ min: 2, max: 96 }), (settled, windows) => {
      const previous = settledAt(settled, START_SEC - windows * 900);
      expect(chainedTarget(previous, WINDOW)).toBeUndefined();
      expect(told(open, { nowMs: OPEN_MS, previous }).targetState).toBe("pending");
    })));

  test("needs a settlement that stands and is a number", () => {
    const certain = marketOf("final", { target: "1", settled: "2", result: "up" });
    for (
      const market of [
        null,
        { ...certain, settled: null },
        { ...certain, settled: "n/a" },
        { ...certain, stage: "closed" } as const,
        { ...certain, stage: "amended" } as const,
        { ...certain, stage: "void" } as const,
      ]
    ) expect(chainedTarget(recordOf(market, { sec: BEFORE_SEC }), WINDOW)).toBeUndefined();
    expect(chainedTarget(recordOf(certain, { sec: BEFORE_SEC }), WINDOW)).toBe("2");
  });
});
