import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ASSETS, INTERVALS } from "../../../../core/market/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import {
  keyOfId,
  type KnownTarget,
  makeTargetMemory,
  type TargetChange,
} from "../../../../core/use_case/mod.ts";

const ID = { asset: "btc", interval: "5min", startSec: UnixSec(1_793_880_000) } as const;
const FINAL: KnownTarget = { priceE18: 10n ** 18n, source: "oracle_twap" };
const PROVISIONAL: KnownTarget = {
  priceE18: 2n * 10n ** 18n,
  source: "venue_site",
  isProvisional: true,
};

/** What a memory holds after these targets, and what its listener received. */
function remember(...targets: ReadonlyArray<KnownTarget>) {
  const memory = makeTargetMemory();
  const published: Array<readonly [TargetChange, bigint]> = [];
  memory.listen((_, { priceE18 }, change) => void published.push([change, priceE18]));
  for (const target of targets) memory.remember(ID, target);
  return { known: memory.known(ID.asset, ID), provisional: memory.provisional(), published };
}

describe("makeTargetMemory()", () => {
  test("a provisional target does not replace a final one", () => {
    const { known, provisional, published } = remember(FINAL, PROVISIONAL);
    expect(known).toEqual(FINAL);
    expect(provisional).toEqual([]);
    expect(published).toEqual([["opened", FINAL.priceE18]]);
  });

  test("a final one replaces a provisional one, and is published as a correction", () => {
    const { known, provisional, published } = remember(PROVISIONAL, FINAL);
    expect(known).toEqual(FINAL);
    expect(provisional).toEqual([]);
    expect(published).toEqual([["opened", PROVISIONAL.priceE18], ["corrected", FINAL.priceE18]]);
  });

  test("the first provisional one is kept until a final one comes", () => {
    const target = fc.record({ priceE18: fc.constantFrom(1n, 2n, 3n), isFinal: fc.boolean() });
    fc.assert(fc.property(fc.array(target, { minLength: 1, maxLength: 6 }), (some) => {
      const hasFinal = some.some(({ isFinal }) => isFinal);
      const { known, provisional } = remember(
        ...some.map(({ priceE18, isFinal }) => ({ ...isFinal ? FINAL : PROVISIONAL, priceE18 })),
      );
      expect(known?.isProvisional).toBe(hasFinal ? undefined : true);
      if (!hasFinal) expect(known?.priceE18).toBe(some[0]?.priceE18 ?? 0n);
      expect(provisional).toEqual(hasFinal ? [] : [ID]);
    }));
  });
});

test("no two windows share their place in memory", () => {
  const id = fc.record({
    asset: fc.constantFrom(...ASSETS),
    interval: fc.constantFrom(...INTERVALS),
    startSec: fc.integer({ min: 0, max: 253_402_300_799 }).map(UnixSec),
  });
  fc.assert(fc.property(fc.uniqueArray(id, { selector: keyOfId, minLength: 2 }), (ids) => {
    const memory = makeTargetMemory();
    for (const [at, one] of ids.entries()) {
      memory.remember(one, { priceE18: BigInt(at), source: "oracle" });
    }
    expect(ids.map((one) => memory.known(one.asset, one)?.priceE18)).toEqual(
      ids.map((_, at) => BigInt(at)),
    );
  }));
});
