import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type LegMarket, nextAskMs } from "../../../core/leg/mod.ts";
import { marketOf, recordOf, START_SEC } from "./arbitrary.ts";

const START_MS = START_SEC * 1000;
const END_MS = START_MS + 900_000;
const HOUR_MS = 3_600_000;

const TARGET = { target: "0.0821210" };
const DECIDED = { ...TARGET, settled: "0.0821211", result: "up" } as const;

/** The instants at which a market is asked about until it says what `until` wants, or is not. */
function asks(market: (nowMs: number) => LegMarket, untilMs: number): ReadonlyArray<number> {
  const found: Array<number> = [];
  let askedMs = START_MS - 10_000;
  for (;;) {
    const record = recordOf(market(askedMs));
    const atMs = nextAskMs(record, askedMs);
    if (atMs > untilMs) return found;
    expect(atMs).toBeGreaterThan(askedMs);
    found.push(atMs);
    askedMs = atMs;
  }
}

const since = (fromMs: number, all: ReadonlyArray<number>) => all.map((ms) => (ms - fromMs) / 1000);

describe("nextAskMs()", () => {
  test("asks a moment after the opening, then each second, and less often once it is late", () => {
    const all = asks(() => marketOf("open"), START_MS + 180_000);
    expect(since(START_MS, all).slice(0, 3)).toEqual([0.7, 1.7, 2.7]);
    expect(all.length).toBeLessThan(70);
    expect(all.at(-1)).toBeGreaterThan(START_MS + 140_000);
  });

  test("asks about a target that is there no more until the close", () => {
    const all = asks(
      (nowMs) => marketOf("open", nowMs > START_MS ? TARGET : {}),
      END_MS + 10_000,
    );
    expect(since(START_MS, all)).toEqual([0.7, 906, 908, 910]);
  });

  test("asks about a market that is not decided within the hour, for a week", () =>
    fc.assert(fc.property(fc.integer({ min: 0, max: 6 * 24 * HOUR_MS }), (sinceMs) => {
      const atMs = nextAskMs(recordOf(marketOf("closed", TARGET)), END_MS + sinceMs);
      expect(atMs - END_MS - sinceMs).toBeLessThanOrEqual(Math.max(HOUR_MS, 6_000));
    })));

  test("asks about a result for a day, as it may be amended, and never more", () => {
    const all = asks(() => marketOf("final", DECIDED), END_MS + 48 * HOUR_MS);
    expect(all.length).toBeLessThan(50);
    expect(all.at(-1)).toBeGreaterThan(END_MS + 22 * HOUR_MS);
    expect(nextAskMs(recordOf(marketOf("void")), END_MS + 24 * HOUR_MS)).toBe(Infinity);
    expect(nextAskMs(recordOf(null), START_MS)).toBe(Infinity);
  });
});
