import { expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import { tradeLevels } from "./staged_matching.ts";
import { type Level, ORDER_TYPES, priceMarketOrder } from "../../core/order/mod.ts";
import { EMPTY_BOOK } from "../core/order/arbitrary_book.ts";

const TICK_E6 = 10_000n;
const side = fc.constantFrom("BUY" as const, "SELL" as const);

/** Few prices, so that orders reach some levels and not others. Best first. */
function levelsOf(side: "BUY" | "SELL") {
  const level = fc.record({
    priceE6: fc.bigInt({ min: 1n, max: 99n }).map((cents) => cents * TICK_E6),
    sizeE6: fc.bigInt({ min: 1n, max: 300_000_000n }),
  });
  return fc.uniqueArray(level, { selector: ({ priceE6 }) => priceE6, maxLength: 6 })
    .map((levels) =>
      levels.toSorted((a, b) => Number(a.priceE6 - b.priceE6) * (side === "BUY" ? 1 : -1))
    );
}

const sumOf = (levels: ReadonlyArray<Level>) =>
  levels.reduce((sum, { sizeE6 }) => sum + sizeE6, 0n);

const trade = side.chain((side) =>
  fc.record({
    levels: levelsOf(side),
    order: fc.record({
      side: fc.constant(side),
      makerAmountE6: fc.bigInt({ min: 1n, max: 100_000n }).map((cents) => cents * 10_000n),
      takerAmountE6: fc.bigInt({ min: 1n, max: 1_000_000_000n }),
    }),
  })
);

test("shares change hands and are never made", () => {
  fc.assert(fc.property(trade, ({ levels, order }) => {
    const { sharesE6, levels: left } = tradeLevels(levels, order);
    expect(sumOf(levels) - sumOf(left)).toBe(sharesE6);
  }));
});

test("no order spends or sells more than was signed, and a full fill leaves at most dust", () => {
  fc.assert(fc.property(trade, ({ levels, order }) => {
    const { sharesE6, usdcE6, isWhole } = tradeLevels(levels, order);
    const given = order.side === "BUY" ? usdcE6 : sharesE6;
    expect(given).toBeLessThanOrEqual(order.makerAmountE6);
    // A millionth of a share costs less than one of a USDC.
    if (isWhole) expect(order.makerAmountE6 - given).toBeLessThanOrEqual(1n);
  }));
});

test("no trade is at a worse price than was signed", () => {
  fc.assert(fc.property(trade, ({ levels, order }) => {
    const left = new Map(
      tradeLevels(levels, order).levels.map(({ priceE6, sizeE6 }) => [priceE6, sizeE6]),
    );
    const traded = levels.filter(({ priceE6, sizeE6 }) => left.get(priceE6) !== sizeE6);
    for (const { priceE6 } of traded) {
      const [usdcE6, sharesE6] = order.side === "BUY"
        ? [order.makerAmountE6, order.takerAmountE6]
        : [order.takerAmountE6, order.makerAmountE6];
      const worth = priceE6 * sharesE6 - usdcE6 * 1_000_000n;
      expect(order.side === "BUY" ? -worth : worth).toBeGreaterThanOrEqual(0n);
    }
  }));
});

test("the best levels go first", () => {
  fc.assert(fc.property(trade, ({ levels, order }) => {
    const left = tradeLevels(levels, order).levels;
    expect(left.length === 0 ? [] : left.slice(1)).toEqual(
      levels.slice(levels.length - left.length + 1),
    );
  }));
});

test("an order fills whole on the very book that it was priced on", () => {
  fc.assert(fc.property(
    side.chain((side) => fc.tuple(fc.constant(side), levelsOf(side))),
    fc.bigInt({ min: 100n, max: 20_000n }),
    fc.constantFrom(...ORDER_TYPES),
    ([side, levels], cents, orderType) => {
      const priced = priceMarketOrder(
        { ...EMPTY_BOOK, tickE6: TICK_E6, [side === "BUY" ? "asks" : "bids"]: levels },
        { side, orderType, amountE6: cents * 10_000n, limitPriceE6: Option.none() },
      );
      fc.pre(Result.isSuccess(priced));
      const traded = tradeLevels(levels, priced.success);
      const { quote } = priced.success;
      expect(traded.isWhole || orderType === "FAK").toBe(true);
      const apart = traded.sharesE6 - quote.sharesE6;
      expect(apart < 0n ? -apart : apart).toBeLessThanOrEqual(BigInt(quote.levels));
    },
  ));
});
