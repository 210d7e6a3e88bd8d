import { describe, expect, test } from "bun:test";
import { BigDecimal, Option, Result } from "effect";
import fc from "fast-check";
import { fromE6, type Ratio } from "../../../core/fee/mod.ts";
import {
  amountDecimals,
  BookTooThin,
  levelsFor,
  type MarketOrder,
  priceMarketOrder,
} from "../../../core/order/mod.ts";
import { bookOn, costE12, depthE6, priceOn, TICKS_E6 } from "./arbitrary_book.ts";
import { type Meeting, meeting } from "./arbitrary_terms.ts";
import { matchOrder } from "./match_order.ts";
import { side } from "../fee/arbitrary_trade.ts";

const ONE_E6 = 1_000_000n;
const NO_LIMIT = Option.none<bigint>();

/** Claims something of every order that is priced. */
function claim(holds: (order: MarketOrder, meeting: Meeting) => void) {
  fc.assert(fc.property(meeting, (meeting) => {
    const order = priceMarketOrder(meeting.book, meeting.terms);
    fc.pre(Result.isSuccess(order));
    holds(order.success, meeting);
  }));
}

/** Whether a price is worse than another one for this side. */
function isWorse(side: "BUY" | "SELL", [priceE6, thanE6]: readonly [bigint, bigint]): boolean {
  return side === "BUY" ? priceE6 > thanE6 : priceE6 < thanE6;
}

describe("a market order's price", () => {
  test("is on the grid, and not at its ends", () => {
    claim(({ priceE6 }, { book: { tickE6 } }) => {
      expect(priceE6 % tickE6).toBe(0n);
      expect(priceE6 >= tickE6 && priceE6 <= ONE_E6 - tickE6).toBe(true);
    });
  });

  test("is the limit if that is on the grid, else less than a tick stricter", () => {
    claim(({ priceE6, side }, { book: { tickE6 }, terms: { limitPriceE6 } }) => {
      fc.pre(Option.isSome(limitPriceE6));
      const limitE6 = limitPriceE6.value;
      expect(isWorse(side, [priceE6, limitE6])).toBe(false);
      // A limit beyond the grid's ends does not hold the order back from any level.
      const lessLooseE6 = side === "BUY"
        ? [limitE6, ONE_E6 - tickE6].reduce((a, b) => a < b ? a : b) - tickE6
        : [limitE6, tickE6].reduce((a, b) => a > b ? a : b) + tickE6;
      expect(isWorse(side, [priceE6, lessLooseE6])).toBe(true);
    });
  });

  test("is without a limit that of the last level it needs", () => {
    claim(({ priceE6, quote, side }, { book, terms }) => {
      fc.pre(Option.isNone(terms.limitPriceE6));
      expect(priceE6).toBe(quote.worstPriceE6);
      const levels = levelsFor(book, { side, limitPriceE6: NO_LIMIT });
      expect(levels[quote.levels - 1]?.priceE6).toBe(priceE6);
    });
  });
});

describe("a market order's amounts", () => {
  test("give what was asked for, and have no more decimals than the venue takes", () => {
    claim(({ makerAmountE6, takerAmountE6, side }, { book: { tickE6 }, terms }) => {
      expect(makerAmountE6).toBe(terms.amountE6);
      const { bought, proceeds } = Option.getOrThrow(amountDecimals(tickE6));
      const decimals = side === "BUY" ? bought : proceeds;
      expect(takerAmountE6 > 0n).toBe(true);
      expect(takerAmountE6 % 10n ** BigInt(6 - decimals)).toBe(0n);
      if (side === "BUY") expect(takerAmountE6 % 100n).toBe(0n);
    });
  });

  test("of a SELL are worth exactly the price, at every tick", () => {
    claim(({ makerAmountE6, takerAmountE6, priceE6, side }) => {
      fc.pre(side === "SELL");
      expect(takerAmountE6 * ONE_E6).toBe(makerAmountE6 * priceE6);
    });
  });

  test("mean a price that is no better than the order's, and worse by less than a tick", () => {
    claim(({ makerAmountE6, takerAmountE6, priceE6, side }, { book: { tickE6 } }) => {
      const [usdc, shares] = side === "BUY"
        ? [makerAmountE6, takerAmountE6]
        : [takerAmountE6, makerAmountE6];
      const [atLeast, lessThan] = side === "BUY"
        ? [priceE6, priceE6 + tickE6]
        : [priceE6 - tickE6, priceE6];
      const paid = usdc * ONE_E6;
      expect(side === "BUY" ? paid >= atLeast * shares : paid > atLeast * shares).toBe(true);
      expect(side === "BUY" ? paid < lessThan * shares : paid <= lessThan * shares).toBe(true);
    });
  });

  test("take all that the price is worth, but for the last decimal", () => {
    claim(({ makerAmountE6, takerAmountE6, priceE6, side }, { book: { tickE6 } }) => {
      const { bought, proceeds } = Option.getOrThrow(amountDecimals(tickE6));
      const more = takerAmountE6 + 10n ** BigInt(6 - (side === "BUY" ? bought : proceeds));
      if (side === "BUY") expect(more * priceE6 > makerAmountE6 * ONE_E6).toBe(true);
      else expect(more * ONE_E6 > makerAmountE6 * priceE6).toBe(true);
    });
  });
});

describe("a market order at the venue", () => {
  test("is never filled worse than its limit, whatever book it meets", () => {
    claim((order, { later, terms }) => {
      const limitE6 = Option.getOrElse(terms.limitPriceE6, () => order.priceE6);
      for (const { priceE6 } of matchOrder(later, order).fills) {
        expect(isWorse(order.side, [priceE6, limitE6])).toBe(false);
        expect(isWorse(order.side, [priceE6, order.priceE6])).toBe(false);
      }
    });
  });

  test("trades with a level at its price, whatever other levels exist", () => {
    claim((order, { book }) => {
      const level = { priceE6: order.priceE6, sizeE6: ONE_E6 };
      const only = { ...book, bids: [level], asks: [level] };
      expect(matchOrder(only, order).fills).toHaveLength(1);
    });
  });

  test("gets its quote on the book it was priced on, a FOK all of it", () => {
    claim((order, { book }) => {
      const { sharesE6, isWhole, fills } = matchOrder(book, order);
      if (order.orderType === "FOK") expect(isWhole).toBe(true);
      expect(sharesE6).toBe(order.quote.sharesE6);
      // A millionth more of money may reach a level without buying anything of it.
      expect(order.quote.levels - fills.length).toBeOneOf([0, 1]);
    });
  });

  test("as a FOK gets at least what was signed, but for a millionth", () => {
    claim((order, { book }) => {
      fc.pre(order.orderType === "FOK");
      const { sharesE6, fills } = matchOrder(book, order);
      const takenE6 = order.side === "BUY"
        ? sharesE6
        : fills.reduce((sum, fill) => sum + fill.priceE6 * fill.sharesE6, 0n) / ONE_E6;
      expect(takenE6 + 1n >= order.takerAmountE6).toBe(true);
    });
  });

  test("still reaches levels that are off the grid, and no other ones than its price does", () => {
    const offGrid = fc.constantFrom(...TICKS_E6.filter((tickE6) => tickE6 > 100n))
      .chain((tickE6) => bookOn(tickE6, 100n));
    const limit = fc.option(priceOn(100n), { nil: undefined }).map(Option.fromUndefinedOr);
    const orders = fc.tuple(offGrid, side, fc.bigInt({ min: 100n, max: 1_000n }), limit);
    fc.assert(fc.property(orders, ([book, side, hundredths, limitPriceE6]) => {
      const terms = { side, amountE6: hundredths * 10_000n, limitPriceE6 } as const;
      const order = priceMarketOrder(book, { ...terms, orderType: "FOK" });
      fc.pre(Result.isSuccess(order));
      const { priceE6 } = order.success;
      expect(priceE6 % book.tickE6).toBe(0n);
      expect(priceE6 >= book.tickE6 && priceE6 <= ONE_E6 - book.tickE6).toBe(true);
      expect(matchOrder(book, order.success).isWhole).toBe(true);
    }));
  });
});

describe("a quote", () => {
  test("spends no more than the order, and all of it where it is a FOK", () => {
    claim(({ quote, side, orderType }, { terms }) => {
      const given = side === "BUY" ? quote.usdcE6 : quote.sharesE6;
      expect(given <= terms.amountE6).toBe(true);
      if (orderType === "FOK") expect(given).toBe(terms.amountE6);
    });
  });

  test("has an average price between that of the best level and the worst", () => {
    claim(({ quote, side }, { book }) => {
      const best = levelsFor(book, { side, limitPriceE6: NO_LIMIT })[0]?.priceE6 ?? 0n;
      const [low = 0n, high = 0n] = [best, quote.worstPriceE6].toSorted((a, b) => Number(a - b));
      const isIn = BigDecimal.between(quote.averagePrice, {
        minimum: fromE6(low),
        maximum: fromE6(high),
      });
      expect(isIn).toBe(true);
    });
  });

  test("has amounts that are the exact ones, but for less than a millionth a level", () => {
    claim(({ quote: { exact, sharesE6, usdcE6, levels } }) => {
      const off = ({ numerator, denominator }: Ratio, roundedE6: bigint) =>
        numerator * ONE_E6 - roundedE6 * denominator;
      for (const [amount, roundedE6] of [[exact.shares, sharesE6], [exact.usdc, usdcE6]] as const) {
        const most = BigInt(levels) * amount.denominator;
        expect(off(amount, roundedE6) < most && off(amount, roundedE6) > -most).toBe(true);
      }
    });
  });
});

describe("a book that is too thin", () => {
  /** What the levels within a limit hold. */
  function doesSuffice({ book, terms }: Meeting, limitPriceE6 = terms.limitPriceE6): boolean {
    const levels = levelsFor(book, { side: terms.side, limitPriceE6 });
    return terms.side === "BUY"
      ? costE12(levels) >= terms.amountE6 * ONE_E6
      : depthE6(levels) >= terms.amountE6;
  }

  test("never fills a FOK, and a sufficient book is never called thin", () =>
    fc.assert(fc.property(meeting, (meeting) => {
      const order = priceMarketOrder(meeting.book, meeting.terms);
      const isThin = Result.isFailure(order) && order.failure instanceof BookTooThin;
      if (Result.isSuccess(order) && meeting.terms.orderType === "FOK") {
        expect(doesSuffice(meeting)).toBe(true);
      }
      if (isThin) expect(doesSuffice(meeting)).toBe(false);
    })));

  test("fills a FAK with what is available", () => {
    claim(({ orderType, quote, side }, { book, terms }) => {
      fc.pre(orderType === "FAK" && !doesSuffice({ book, terms, later: book }));
      const levels = levelsFor(book, terms);
      expect(quote.sharesE6).toBe(depthE6(levels));
      expect(quote.levels).toBe(levels.length);
      expect(quote.worstPriceE6).toBe(levels.at(-1)?.priceE6 ?? 0n);
      expect(isWorse(side, [quote.worstPriceE6, levels[0]?.priceE6 ?? 0n])).toBe(levels.length > 1);
    });
  });

  test("gives the reason: an empty book, too little, or too little within the limit", () =>
    fc.assert(fc.property(meeting, (meeting) => {
      const order = priceMarketOrder(meeting.book, meeting.terms);
      fc.pre(Result.isFailure(order) && order.failure instanceof BookTooThin);
      const all = levelsFor(meeting.book, { side: meeting.terms.side, limitPriceE6: NO_LIMIT });
      const { reason } = order.failure;
      expect(reason === "empty").toBe(all.length === 0);
      expect(reason === "limit").toBe(doesSuffice(meeting, NO_LIMIT));
      expect(order.failure.side).toBe(meeting.terms.side);
    })));
});
