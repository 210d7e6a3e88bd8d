import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  betterLevels,
  takeLevels,
  type Taker,
  tradedOf,
  worseLevels,
} from "../../../core/paper/mod.ts";
import { book, priceE6, side, sizeE6 } from "./arbitrary_market.ts";

const taker = fc.record({
  side,
  priceE6,
  amountE6: sizeE6,
  isBudget: fc.boolean(),
}).map(({ isBudget, ...taker }): Taker => ({
  ...taker,
  unit: isBudget && taker.side === "BUY" ? "usdc" : "shares",
}));

describe("what an order takes of a book that moves on the way", () => {
  test("lies between what it takes of the worse and of the better levels of both books", () =>
    fc.assert(fc.property(book, book, taker, (one, other, taker) => {
      const [before, after] = [one, other].map(({ bids, asks }) =>
        taker.side === "BUY" ? asks : bids
      ) as [typeof one.bids, typeof one.bids];
      const takes = (levels: typeof before) => {
        const taking = takeLevels(levels, taker);
        return { ...tradedOf(taking.fills), isWhole: taking.isWhole };
      };
      const worse = takes(worseLevels(before, after));
      const better = takes(betterLevels(before, after, taker.side));
      for (const between of [takes(before), takes(after)]) {
        expect(worse.sharesE6 <= between.sharesE6).toBe(true);
        expect(between.sharesE6 <= better.sharesE6).toBe(true);
        if (worse.isWhole) expect(between.isWhole).toBe(true);
        if (between.isWhole) expect(better.isWhole).toBe(true);
      }
    })));

  test("is never beyond its price, and never more than it wants or a level has", () =>
    fc.assert(fc.property(book, taker, ({ bids, asks }, taker) => {
      const levels = taker.side === "BUY" ? asks : bids;
      const { fills, isWhole } = takeLevels(levels, taker);
      const sign = taker.side === "BUY" ? 1n : -1n;
      for (const [at, { priceE6, sizeE6 }] of fills.entries()) {
        expect((taker.priceE6 - priceE6) * sign >= 0n).toBe(true);
        expect(levels[at]?.priceE6).toBe(priceE6);
        expect(sizeE6 <= (levels[at]?.sizeE6 ?? 0n)).toBe(true);
      }
      const { sharesE6, usdcE6 } = tradedOf(fills);
      const givenE6 = taker.unit === "usdc" ? usdcE6 : sharesE6;
      expect(givenE6 <= taker.amountE6).toBe(true);
      if (isWhole && taker.unit === "shares") expect(sharesE6).toBe(taker.amountE6);
    })));
});
