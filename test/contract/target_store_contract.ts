/** The contract that every adapter of the `TargetStore` port must meet. @module */
import { expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { type IdentifiedTarget, type TargetId, TargetStore } from "../../core/port/target_store.ts";
import {
  type Dispute,
  type Evidence,
  publishedTarget,
  TARGET_SOURCES,
  withDisputes,
} from "../../core/price/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { asset, interval } from "../arbitrary.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";

/** BTC at 10^18 takes 77 bits, and a double holds 53. */
export const PRICE_E18 = 98_765_432_109_876_543_210_987n;
const STEP_SEC = 300;

const evidenceOf = (fullReport: string): Evidence => ({
  kind: "report",
  stream: "twap_60",
  feedId: "0x00027bbaff688c906a3e20a34fe951715d1018d262a5b66e38eda027a674cd1b",
  validFromSec: 1,
  observedSec: 2,
  priceE18: "12345678901234567890",
  fullReport,
});

/** Returns a target of BTC's 5min windows. */
export function targetAt(startSec: number, priceE18 = PRICE_E18, text = "0x"): IdentifiedTarget {
  const id = { asset: "btc", interval: "5min", startSec: UnixSec(startSec) } as const;
  return { id, target: { priceE18, source: "oracle_twap", evidence: evidenceOf(text) } };
}

/** Returns a separate time range per test, so that one store serves all tests. */
let nextRegionSec = 1_767_225_600;
function newRegion(): number {
  return nextRegionSec += 10_000 * STEP_SEC;
}

/** Declares the contract's tests for one adapter. */
export function targetStoreContract(world: StoreWorld<TargetStore>): void {
  describeStore("the target store", world, (run) => {
    const put = (targets: ReadonlyArray<IdentifiedTarget>) =>
      run(TargetStore.use((store) => store.put(targets)));
    const find = (fromSec: number, toSec: number, id: Partial<TargetId> = {}) =>
      run(TargetStore.use((store) =>
        store.find({
          asset: "btc",
          interval: "5min",
          ...id,
          range: { startSec: UnixSec(fromSec), endSec: UnixSec(toSec) },
        })
      ));
    const evidence = (id: TargetId) => run(TargetStore.use((store) => store.evidence(id)));
    const starts = (found: Awaited<ReturnType<typeof find>>) =>
      found.map(({ startSec }) => Number(startSec));

    test("keeps the first version of each, and returns it in the given order", async () => {
      const at = newRegion();
      await put([targetAt(at + STEP_SEC, 7n)]);
      const given = [
        targetAt(at + 2 * STEP_SEC, 3n),
        targetAt(at + STEP_SEC, 2n),
        targetAt(at, 1n),
      ];
      const kept = await put(given);
      expect(kept.map(({ startSec, priceE18 }) => [startSec - at, priceE18])).toEqual([
        [2 * STEP_SEC, 3n],
        [STEP_SEC, 7n],
        [0, 1n],
      ]);
      // One window twice in one call: both return the first one's result.
      const last = at + 9 * STEP_SEC;
      const twice = await put([targetAt(last, 5n, "first"), targetAt(last, 6n, "second")]);
      expect(twice.map(({ priceE18 }) => priceE18)).toEqual([5n, 5n]);
      expect(await evidence(targetAt(last).id)).toEqual(Option.some(evidenceOf("first")));
    });

    test("keeps any price, source and start exactly", async () => {
      const target = fc.record({
        asset,
        interval,
        startSec: fc.integer({ min: 1_230_768_000, max: 1_700_000_000 }),
        priceE18: fc.bigInt({ min: 1n, max: 10n ** 40n }),
        source: fc.constantFrom(...TARGET_SOURCES),
      });
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(target, async ({ asset, interval, startSec, priceE18, source }) => {
          const id = { asset, interval, startSec: UnixSec(startSec) };
          const key = JSON.stringify(id);
          fc.pre(!seen.has(key));
          seen.add(key);
          await put([{ id, target: { priceE18, source, evidence: evidenceOf("0x") } }]);
          expect(await find(startSec, startSec + 1, id)).toEqual([
            { startSec: id.startSec, priceE18, source },
          ]);
        }),
        { numRuns: 25 },
      );
    });

    test("replaces a provisional target only with the first final one", async () => {
      const [site, other, metadata, late] = [1n, 2n, 3n, 4n].map((priceE18) =>
        publishedTarget({
          source: priceE18 < 3n ? "venue_site" : "venue_metadata",
          priceE18: PRICE_E18 + priceE18,
          receivedAtMs: 1_767_225_600_000,
        })
      );
      const at = newRegion();
      const { id } = targetAt(at);
      const kept = [];
      for (const target of [site, other, metadata, late, site]) {
        if (target !== undefined) kept.push(...await put([{ id, target }]));
        expect(await find(at, at + 1)).toEqual(kept.slice(-1));
      }
      const first = { startSec: id.startSec, priceE18: PRICE_E18 + 1n, source: "venue_site" };
      const final = { ...first, priceE18: PRICE_E18 + 3n, source: "venue_metadata" };
      const provisional = { ...first, isProvisional: true };
      expect<unknown>(kept).toEqual([provisional, provisional, final, final, final]);
      expect(await evidence(id)).toEqual(Option.fromUndefinedOr(metadata?.evidence));
    });

    test("lists provisional targets, youngest first, until they are final", async () => {
      const at = newRegion();
      const published = (source: "venue_site" | "venue_metadata") =>
        publishedTarget({ source, priceE18: 7n, receivedAtMs: 0 });
      const left = [0, 1, 2].map((index): IdentifiedTarget => ({
        id: targetAt(at + index * STEP_SEC).id,
        target: published("venue_site"),
      }));
      await put([...left, targetAt(at + 3 * STEP_SEC)]);
      const list = async (limit: number) =>
        (await run(TargetStore.use((store) => store.provisional(limit))))
          .filter(({ id }) => id.startSec >= at && id.startSec < at + 10 * STEP_SEC);
      expect(await list(1_000)).toEqual(left.toReversed());
      expect(await list(2)).toEqual(left.toReversed().slice(0, 2));
      for (const { id } of left) await put([{ id, target: published("venue_metadata") }]);
      expect(await list(1_000)).toEqual([]);
    });

    test("names each dispute once in the evidence, after the initial ones", async () => {
      const at = newRegion();
      const { id, target } = targetAt(at);
      const stored: Dispute = { source: "metadata", price: "1.5" };
      const noted: Dispute = { source: "relay", price: "98765.432109876543210988" };
      await put([{ id, target: { ...target, evidence: withDisputes(target.evidence, [stored]) } }]);
      const dispute = (one: Dispute) => run(TargetStore.use((store) => store.dispute(id, one)));
      expect([await dispute(noted), await dispute(noted), await dispute(stored)])
        .toEqual([true, false, true]);
      expect(await evidence(id)).toEqual(
        Option.some({ ...target.evidence, disputed: [stored, noted] }),
      );
    });

    test("finds by asset, interval and half-open range, oldest first", async () => {
      const at = newRegion();
      const put5 = [3, 0, 4, 1, 2].map((index) => targetAt(at + index * STEP_SEC));
      await put(put5);
      expect(starts(await find(at + STEP_SEC, at + 3 * STEP_SEC)))
        .toEqual([at + STEP_SEC, at + 2 * STEP_SEC]);
      expect(starts(await find(at + 1, at + STEP_SEC))).toEqual([]);
      expect(starts(await find(at, at + 5 * STEP_SEC)))
        .toEqual([0, 1, 2, 3, 4].map((index) => at + index * STEP_SEC));
      expect(await find(at, at + 1, { asset: "eth" })).toEqual([]);
      expect(await find(at, at + 1, { interval: "15min" })).toEqual([]);
    });

    test("returns evidence exactly, with any text in it", async () => {
      const text = fc.oneof(
        fc.string({ unit: "binary" }),
        fc.string(),
        fc.constantFrom("\0", "\\u0000", '"', "\\", "\ud800", "e\u0301", "12345678901234567890.10"),
      );
      await fc.assert(
        fc.asyncProperty(text, fc.integer(), async (text, number) => {
          const id = targetAt(newRegion()).id;
          const kline: Evidence = {
            kind: "kline",
            market: "spot",
            symbol: text,
            klineInterval: "1m",
            field: "close",
            row: [number, "98765.43210987654321000", text, 1.5],
          };
          await put([{ id, target: { priceE18: 1n, source: "klines", evidence: kline } }]);
          const found = Option.getOrThrow(await evidence(id));
          expect(JSON.stringify(found)).toBe(JSON.stringify(kline));
        }),
        { numRuns: 25 },
      );
    });

    test("has no evidence for an unknown target, and accepts an empty write", async () => {
      expect(await evidence(targetAt(newRegion()).id)).toEqual(Option.none());
      expect(await put([])).toEqual([]);
    });
  });
}
