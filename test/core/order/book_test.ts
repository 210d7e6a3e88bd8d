import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { type Book, type Demand, levelsFor, type Walk, walkBook } from "../../../core/order/mod.ts";
import { amountFor, book, bookAndDemand, costE12, depthE6 } from "./arbitrary_book.ts";
import { side } from "../fee/arbitrary_trade.ts";

const ONE_E6 = 1_000_000n;
const NO_LIMIT = Option.none<bigint>();
const BOOK: Pick<Book, "bids" | "asks"> = {
  bids: [{ priceE6: 400_000n, sizeE6: 10_000_000n }, { priceE6: 300_000n, sizeE6: 5_000_000n }],
  asks: [{ priceE6: 500_000n, sizeE6: 10_000_000n }, { priceE6: 600_000n, sizeE6: 5_000_000n }],
};

/** A walk as plain numbers of millionths. */
function walk(book: Pick<Book, "bids" | "asks">, demand: Demand) {
  return Option.getOrNull(Option.map(walkBook(book, demand), (found) => [
    Number(found.sharesE6),
    Number(found.usdcE6),
    Number(found.worstPriceE6),
    found.levels,
    found.isWhole,
  ]));
}

describe("walkBook", () => {
  test.each(
    [
      // Part of the best level, into the second, more than all, and within a limit.
      ["BUY", 1_000_000, undefined, [2_000_000, 1_000_000, 500_000, 1, true]],
      ["BUY", 5_000_001, undefined, [10_000_001, 5_000_001, 600_000, 2, true]],
      ["BUY", 8_000_001, undefined, [15_000_000, 8_000_000, 600_000, 2, false]],
      ["BUY", 6_500_000, 599_999, [10_000_000, 5_000_000, 500_000, 1, false]],
      ["SELL", 1_000_000, undefined, [1_000_000, 400_000, 400_000, 1, true]],
      ["SELL", 10_000_003, undefined, [10_000_003, 4_000_000, 300_000, 2, true]],
      ["SELL", 15_000_001, undefined, [15_000_000, 5_500_000, 300_000, 2, false]],
      ["SELL", 12_000_000, 300_001, [10_000_000, 4_000_000, 400_000, 1, false]],
      ["SELL", 12_000_000, 400_001, null],
    ] as const,
  )("%s %d, limit %p: %p", (side, amount, limit, found) => {
    const limitPriceE6 = Option.map(Option.fromUndefinedOr(limit), BigInt);
    expect(walk(BOOK, { side, amountE6: BigInt(amount), limitPriceE6 })).toEqual(
      found === null ? null : [...found],
    );
  });

  test("finds nothing in an empty book, and nothing for a demand of zero", () =>
    fc.assert(fc.property(side, (side) => {
      const empty = { bids: [], asks: [] };
      const demand = { side, amountE6: ONE_E6, limitPriceE6: NO_LIMIT };
      expect(walk(empty, demand)).toBeNull();
      expect(walk(BOOK, { ...demand, amountE6: 0n })).toBeNull();
    })));

  test("counts the last trillionth of money that a buyer spends as a millionth", () => {
    // 0.999999 of a share at 0.999999 each cost 0.999998000001.
    const asks = [{ priceE6: 999_999n, sizeE6: 999_999n }];
    const demand = { side: "BUY", amountE6: 2_000_000n, limitPriceE6: NO_LIMIT } as const;
    expect(walk({ bids: [], asks }, demand)).toEqual([999_999, 999_999, 999_999, 1, false]);
  });

  /** Claims something of every walk that finds a level. */
  function claim(
    holds: (found: Walk, context: { readonly book: Book; readonly demand: Demand }) => void,
  ) {
    fc.assert(fc.property(bookAndDemand, (context) => {
      const found = walkBook(context.book, context.demand);
      fc.pre(Option.isSome(found));
      holds(found.value, context);
    }));
  }

  test("takes the first levels of those within the limit, and no more than they have", () => {
    claim(({ levels, worstPriceE6, sharesE6 }, { book, demand }) => {
      const taken = levelsFor(book, demand).slice(0, levels);
      expect(taken.length).toBe(levels);
      expect(taken.at(-1)?.priceE6).toBe(worstPriceE6);
      expect(sharesE6 <= depthE6(taken)).toBe(true);
    });
  });

  test("needs its last level: those before it do not suffice", () => {
    claim(({ levels }, { book, demand }) => {
      const before = levelsFor(book, demand).slice(0, levels - 1);
      if (demand.side === "BUY") expect(costE12(before) < demand.amountE6 * ONE_E6).toBe(true);
      else expect(depthE6(before) < demand.amountE6).toBe(true);
    });
  });

  test("empties every level but the last, and all levels if they do not suffice", () => {
    claim(({ levels, sharesE6, isWhole }, { book, demand }) => {
      const within = levelsFor(book, demand);
      expect(sharesE6 >= depthE6(within.slice(0, levels - 1))).toBe(true);
      if (!isWhole) expect([sharesE6, levels]).toEqual([depthE6(within), within.length]);
    });
  });

  test("is whole exactly when the levels within the limit suffice", () => {
    claim(({ isWhole }, { book, demand }) => {
      const within = levelsFor(book, demand);
      const doSuffice = demand.side === "BUY"
        ? costE12(within) >= demand.amountE6 * ONE_E6
        : depthE6(within) >= demand.amountE6;
      expect(isWhole).toBe(doSuffice);
    });
  });

  test("finds nothing only if no level is within the limit", () =>
    fc.assert(fc.property(bookAndDemand, ({ book, demand }) => {
      const hasNone = levelsFor(book, demand).length === 0;
      expect(Option.isNone(walkBook(book, demand))).toBe(hasNone);
    })));

  test("spends all of the money, or gives all of the shares, when it is whole; never more", () => {
    claim(({ usdcE6, sharesE6, isWhole }, { demand }) => {
      const given = demand.side === "BUY" ? usdcE6 : sharesE6;
      expect(given <= demand.amountE6).toBe(true);
      if (isWhole) expect(given).toBe(demand.amountE6);
    });
  });

  test("pays what the shares cost at their levels, within a millionth a level", () => {
    claim(({ usdcE6, sharesE6, levels }, { book, demand }) => {
      const taken = levelsFor(book, demand).slice(0, levels);
      const before = taken.slice(0, -1);
      const last = { priceE6: taken.at(-1)?.priceE6 ?? 0n, sizeE6: sharesE6 - depthE6(before) };
      const off = usdcE6 * ONE_E6 - costE12([...before, last]);
      const bound = BigInt(levels) * ONE_E6;
      // Rounding is never for us: a buyer pays no less than that, a seller gets no more.
      expect(demand.side === "BUY" ? off >= 0n : off <= 0n).toBe(true);
      expect(-bound < off && off < bound).toBe(true);
    });
  });

  const growing = fc.tuple(book, side).chain(([book, side]) => {
    const amountE6 = amountFor(book, { side, stepE6: 1n });
    return fc.tuple(fc.constant(book), fc.constant(side), amountE6, amountE6);
  });

  test("gives a larger demand no better average price, and no smaller fill", () =>
    fc.assert(fc.property(growing, ([book, side, a, b]) => {
      const of = (amountE6: bigint) =>
        Option.getOrUndefined(walkBook(book, { side, amountE6, limitPriceE6: NO_LIMIT }));
      const [few, many] = a < b ? [of(a), of(b)] : [of(b), of(a)];
      fc.pre(few !== undefined && many !== undefined);
      expect(many.sharesE6 >= few.sharesE6 && many.usdcE6 >= few.usdcE6).toBe(true);
      // Up to what rounding may have moved: a millionth a level of money, and one of shares.
      const slack = BigInt(few.levels);
      const isNoBetter = side === "BUY"
        ? many.usdcE6 * (few.sharesE6 + 1n) >= (few.usdcE6 - slack) * many.sharesE6
        : many.usdcE6 * few.sharesE6 <= (few.usdcE6 + slack) * many.sharesE6;
      expect(isNoBetter).toBe(true);
    })));
});

describe("levelsFor", () => {
  test("keeps exactly the levels of the other side that are no worse than the limit", () =>
    fc.assert(fc.property(bookAndDemand, ({ book, demand }) => {
      const kept = levelsFor(book, demand);
      const all = demand.side === "BUY" ? book.asks : book.bids;
      expect(all.slice(0, kept.length)).toEqual([...kept]);
      if (Option.isNone(demand.limitPriceE6)) return expect(kept.length).toBe(all.length);
      const limitE6 = demand.limitPriceE6.value;
      const isWorse = (priceE6: bigint) =>
        demand.side === "BUY" ? priceE6 > limitE6 : priceE6 < limitE6;
      expect(kept.some(({ priceE6 }) => isWorse(priceE6))).toBe(false);
      expect(all.slice(kept.length).every(({ priceE6 }) => isWorse(priceE6))).toBe(true);
    })));
});
