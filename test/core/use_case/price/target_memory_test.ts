import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ASSETS, INTERVALS } from "../../../../core/market/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import type { PublishedTarget } from "../../../../core/use_case/live/mod.ts";
import {
  keyOfId,
  type KnownTarget,
  makeTargetMemory,
} from "../../../../core/use_case/price/mod.ts";

const ID = { asset: "btc", interval: "5min", startSec: UnixSec(1_793_880_000) } as const;
const FINAL: KnownTarget = { priceE18: 10n ** 18n, source: "oracle_twap" };
const PROVISIONAL: KnownTarget = {
  priceE18: 2n * 10n ** 18n,
  source: "venue_site",
  isProvisional: true,
};

type Told = readonly [PublishedTarget["change"], bigint];

/** What a memory holds after these targets, and what it published. */
function remember(...targets: ReadonlyArray<KnownTarget>) {
  const published: Array<Told> = [];
  const memory = makeTargetMemory(({ target, change }) =>
    void published.push([change, target.priceE18])
  );
  for (const target of targets) memory.remember(ID, target);
  return { known: memory.known(ID.asset, ID), provisional: memory.provisional(), published };
}

describe("makeTargetMemory()", () => {
  test("a target is kept until a final one comes, whose price is told where it differs", () => {
    const target = fc.record({
      priceE18: fc.constantFrom(1n, 2n, 3n).map((usd) => usd * 10n ** 18n),
      isFinal: fc.boolean(),
    });
    fc.assert(fc.property(target, fc.array(target, { maxLength: 5 }), (first, later) => {
      let kept = first;
      const told: Array<Told> = [["opened", first.priceE18]];
      for (const one of later.filter(({ isFinal }) => isFinal)) {
        if (one.priceE18 !== kept.priceE18) told.push(["corrected", one.priceE18]);
        kept = one;
      }
      const { known, provisional, published } = remember(
        ...[first, ...later].map(({ priceE18, isFinal }) => {
          return { ...isFinal ? FINAL : PROVISIONAL, priceE18 };
        }),
      );
      expect([known?.priceE18, known?.isProvisional ?? false])
        .toEqual([kept.priceE18, !kept.isFinal]);
      expect(provisional).toEqual(kept.isFinal ? [] : [ID]);
      expect(published).toEqual(told);
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
    const memory = makeTargetMemory(() => {});
    for (const [at, one] of ids.entries()) {
      memory.remember(one, { priceE18: BigInt(at), source: "oracle" });
    }
    expect(ids.map((one) => memory.known(one.asset, one)?.priceE18)).toEqual(
      ids.map((_, at) => BigInt(at)),
    );
  }));
});
