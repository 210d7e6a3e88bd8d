import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { type Book, type Demand, levelsFor, type Walk, walkBook } from "../../../core/order/mod.ts";
import { amountFor, book, bookAndDemand, costE12, depthE6 } from "./arbitrary_book.ts";
import { side } from "../fee/arbitrary_trade.ts";

const ONE_E6 = 1_000_000n;
const NO_LIMIT = Option.none<bigint>();

describe("walkBook", () => {
  test("finds nothing for a demand of zero", () =>
    fc.assert(fc.property(book, side, (book, side) => {
      const found = walkBook(book, { side, amountE6: 0n, limitPriceE6: NO_LIMIT });
      expect(Option.isNone(found)).toBe(true);
    })));

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
