import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isDecided, type LegRecord, MARKET_STAGES, mergeLeg } from "../../../core/leg/mod.ts";
import { lives, marketOf, recordOf, START_SEC } from "./arbitrary.ts";

const END_MS = (START_SEC + 900) * 1000;

const stageOf = (record: LegRecord | undefined) =>
  MARKET_STAGES.indexOf(record?.market?.stage ?? "announced");

/** Merges readings in the order in which they come. */
const read = (readings: ReadonlyArray<LegRecord>) => {
  const versions: Array<LegRecord> = [];
  for (const seen of readings) versions.push(mergeLeg(versions.at(-1), seen));
  return versions;
};

describe("mergeLeg()", () => {
  test("knows the end of a life, whichever of its versions came late, twice or never", () =>
    fc.assert(fc.property(
      lives,
      fc.array(fc.nat({ max: 4 }), { maxLength: 12 }),
      fc.nat({ max: 12 }),
      (life, order, at) => {
        const readings = order.toSpliced(at, 0, life.length - 1)
          .map((index, seenMs) => recordOf(life[index] ?? null, { seenMs }));
        const last = read(readings).at(-1);
        expect(last?.market).toEqual(life.at(-1) ?? null);
        expect(last?.earlier).toEqual([]);
      },
    )));

  test("goes back to no earlier stage, and loses no target that it had", () =>
    fc.assert(fc.property(lives, fc.array(fc.nat({ max: 4 })), (life, order) => {
      const versions = read(order.map((index) => recordOf(life[index] ?? null)));
      for (const [at, version] of versions.entries()) {
        const before = versions[at - 1];
        expect(stageOf(version)).toBeGreaterThanOrEqual(stageOf(before));
        if (before?.market?.target != null) expect(version.market?.target).not.toBeNull();
      }
    })));

  test("says nothing new twice: the record is the same object", () =>
    fc.assert(fc.property(lives, fc.nat({ max: 4 }), (life, index) => {
      const known = recordOf(life[index] ?? null, { seenMs: 1 });
      expect(mergeLeg(known, recordOf(life[index] ?? null, { seenMs: 2 }))).toBe(known);
    })));

  test("keeps both versions of a decided market that is changed, and says that it is", () => {
    const first = marketOf("final", { target: "0.0821210", settled: "0.0821211", result: "up" });
    const second = { ...first, settled: "0.0821209", result: "down" } as const;
    const amended = read([recordOf(first), recordOf(second), recordOf(second)]).at(-1);
    expect(amended).toMatchObject({ market: { ...second, stage: "amended" }, earlier: [first] });
    const again = mergeLeg(amended, recordOf(first));
    expect(again.market).toEqual({ ...first, stage: "amended" });
    expect(again.earlier).toHaveLength(2);
  });

  test("takes no settlement that a reading lacks for one that was replaced", () => {
    const without = marketOf("final", { target: "0.0821210", result: "up" });
    const whole = { ...without, settled: "0.0821211" };
    for (const order of [[without, whole], [whole, without], [without, whole, without, whole]]) {
      const last = read(order.map((market) => recordOf(market))).at(-1);
      expect(last).toMatchObject({ market: whole, earlier: [] });
    }
  });

  test("takes what a list lacks for a market that is there all the same", () =>
    fc.assert(fc.property(lives, fc.nat({ max: 4 }), (life, index) => {
      const known = recordOf(life[index] ?? null);
      expect(mergeLeg(known, recordOf(null, { seenMs: END_MS }))).toBe(known);
      expect(mergeLeg(recordOf(null), known).market).toEqual(known.market);
    })));

  test("knows whether a window without a market was read after its end, once", () => {
    const [early, late] = [END_MS - 1, END_MS].map((seenMs) => recordOf(null, { seenMs }));
    if (early === undefined || late === undefined) expect.unreachable();
    expect(mergeLeg(early, late)).toEqual(late);
    expect(mergeLeg(late, recordOf(null, { seenMs: END_MS + 1 }))).toBe(late);
    expect(mergeLeg(late, early)).toBe(late);
  });

  test("is newer than what was known, by whichever clock it was read", () => {
    const open = recordOf(marketOf("open"), { seenMs: 5_000 });
    const target = recordOf(marketOf("open", { target: "0.0821210" }), { seenMs: 2_000 });
    expect(mergeLeg(open, target)).toMatchObject({ market: target.market, seenMs: 5_000 });
    expect(mergeLeg(recordOf(null, { seenMs: 5_000 }), target).seenMs).toBe(5_000);
  });

  test("counts a market as decided once its result stands or there is none", () => {
    const decided = MARKET_STAGES.filter((stage) => isDecided(marketOf(stage)));
    expect(decided).toEqual(["final", "amended", "void"]);
  });
});
