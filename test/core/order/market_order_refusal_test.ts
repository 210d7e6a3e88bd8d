import { describe, expect, test } from "bun:test";
import { BigDecimal, Option, Result } from "effect";
import fc from "fast-check";
import {
  type Book,
  BookTooThin,
  type MarketOrderTerms,
  priceMarketOrder,
} from "../../../core/order/mod.ts";
import { toE6 } from "../../../core/fee/mod.ts";
import { book, EMPTY_BOOK, TICKS_E6 } from "./arbitrary_book.ts";
import { meeting } from "./arbitrary_terms.ts";

const e6 = (text: string) => toE6(BigDecimal.fromStringUnsafe(text));
/** Levels by texts, such as `0.50 x 10`. */
const levels = (...texts: ReadonlyArray<string>) =>
  texts.map((text) => text.split(" x ")).map(([price = "", size = ""]) => ({
    priceE6: e6(price),
    sizeE6: e6(size),
  }));
const EMPTY: Book = { ...EMPTY_BOOK, tickE6: e6("0.01") };
const BOOK: Book = {
  ...EMPTY,
  bids: levels("0.40 x 10", "0.30 x 5"),
  asks: levels("0.50 x 10", "0.60 x 5"),
};

/** An order by texts. */
function price(book: Book, [side, type, amount, limit]: ReadonlyArray<string>) {
  return priceMarketOrder(book, {
    side: side as MarketOrderTerms["side"],
    orderType: type as MarketOrderTerms["orderType"],
    amountE6: e6(amount ?? ""),
    limitPriceE6: Option.map(Option.fromUndefinedOr(limit), e6),
  });
}

/** The reason of a refusal for a thin book; any other result unchanged. */
function thinFailure(order: ReturnType<typeof price>): unknown {
  if (Result.isSuccess(order) || !(order.failure instanceof BookTooThin)) return order;
  return [order.failure.reason, order.failure.available];
}

describe("a book that cannot fill an order", () => {
  const EMPTY_SENTENCE = /^Cannot fill the (BUY|SELL): the order book has no orders/;
  const LESS = /^Cannot fill the (BUY|SELL): the order book offers less( than that)?/;
  const WITHIN = /less than that within limitPrice$/;
  test.each([
    ["BUY FOK 1", EMPTY, "empty", "0 USDC", EMPTY_SENTENCE],
    ["SELL FAK 1", EMPTY, "empty", "0 shares", EMPTY_SENTENCE],
    ["BUY FOK 1 0.5", EMPTY, "empty", "0 USDC", EMPTY_SENTENCE],
    ["BUY FOK 8.01", BOOK, "thin", "8 USDC", LESS],
    ["SELL FOK 15.01", BOOK, "thin", "15 shares", LESS],
    ["BUY FOK 8.01 0.55", BOOK, "thin", "5 USDC", LESS],
    ["BUY FAK 100 0.49", BOOK, "thin", "0 USDC", /less than that$/],
    ["BUY FOK 6 0.55", BOOK, "limit", "5 USDC", WITHIN],
    ["BUY FOK 1 0.49", BOOK, "limit", "0 USDC", WITHIN],
    ["BUY FAK 1 0.49", BOOK, "limit", "0 USDC", WITHIN],
    ["SELL FOK 11 0.31", BOOK, "limit", "10 shares", WITHIN],
    ["SELL FOK 1 0.401", BOOK, "limit", "0 shares", WITHIN],
  ])("%s", (request, book, reason, available, sentence) => {
    const order = price(book, request.split(" "));
    expect(thinFailure(order)).toEqual([reason, available]);
    expect(order).toMatchObject({
      failure: { _tag: "BookTooThin", message: expect.stringMatching(sentence) },
    });
  });

  test.each([
    ["BUY", levels("0.5 x 10.019999"), "5 USDC"],
    ["BUY", levels("0.5 x 10.02"), "5.01 USDC"],
    ["SELL", levels("0.5 x 10.019999"), "10.01 shares"],
  ])(
    "reports to a %s what is available, in steps that may be ordered",
    (side, levels, available) => {
      const order = price({ ...EMPTY, bids: levels, asks: levels }, [side, "FOK", "100"]);
      expect(order).toMatchObject({ failure: { available } });
    },
  );

  test.each(["FAK", "FOK"])("does not fill a %s from an empty level", (type) => {
    const asks = levels("0.5 x 0");
    expect(thinFailure(price({ ...EMPTY, asks }, ["BUY", type, "1"]))).toEqual(["thin", "0 USDC"]);
  });

  test("fills a FAK with what is available, were it a millionth of a share", () => {
    const asks = levels("0.99 x 0.000001");
    expect(price({ ...EMPTY, asks }, ["BUY", "FAK", "1"])).toMatchObject({
      success: { quote: { sharesE6: 1n, usdcE6: 1n } },
    });
  });

  test("has levels that no price on the grid reaches", () => {
    const off = { ...EMPTY, bids: levels("0.005 x 100"), asks: levels("0.995 x 100") };
    expect(price(off, ["BUY", "FAK", "1"])).toMatchObject({ failure: { reason: "empty" } });
    expect(price(off, ["SELL", "FAK", "1"])).toMatchObject({ failure: { reason: "empty" } });
    const near = { ...EMPTY, bids: levels("0.015 x 100"), asks: levels("0.985 x 100") };
    expect(price(near, ["BUY", "FOK", "1"])).toMatchObject({ success: { priceE6: e6("0.99") } });
    expect(price(near, ["SELL", "FOK", "1"])).toMatchObject({ success: { priceE6: e6("0.01") } });
  });
});

describe("limitPrice", () => {
  test.each([
    ["BUY", "0.009999"],
    ["BUY", "0"],
    ["SELL", "0.990001"],
    ["SELL", "1"],
  ])("of a %s at %s is refused with the prices that there are", (side, limit) => {
    expect(price(BOOK, [side, "FOK", "1", limit])).toMatchObject({
      failure: {
        parameter: "limitPrice",
        received: limit,
        hint: "Send a price that this market has: from 0.01 to 0.99 in steps of 0.01",
      },
    });
  });
});

describe("an amount", () => {
  const fine = (bid: string, ask: string) => ({
    ...EMPTY,
    tickE6: e6("0.0001"),
    bids: levels(`${bid} x 100`),
    asks: levels(`${ask} x 100`),
  });

  test.each([
    // Nothing of what is sold is lost.
    ["SELL", "0.05", "0.0003", "0.0003", "0.000015"],
    ["SELL", "0.01", "0.0001", "0.0001", "0.000001"],
    ["SELL", "0.01", "0.0009", "0.0009", "0.000009"],
    ["SELL", "0.1", "0.0009", "0.0009", "0.00009"],
    // 0.50005 shares are 0.5 with 4 decimals, which cost 1 each: a tick more.
    ["BUY", "0.5", "0.9999", "0.9999", null],
    // 1.0001000... shares are 1.0001, which cost 0.9999000... each.
    ["BUY", "1", "0.9999", "0.9999", "1.0001"],
    ["BUY", "0.01", "0.0001", "0.0001", "100"],
  ])("%s %s at %s takes %s %s", (side, amount, bid, ask, taken) => {
    const order = price(fine(bid, ask), [side, "FAK", amount]);
    if (taken !== null) {
      return expect(order).toMatchObject({ success: { takerAmountE6: e6(taken) } });
    }
    expect(order).toMatchObject({
      failure: {
        parameter: "amount",
        received: amount,
        hint: "Send a larger amount: this one is too small for prices in steps of 0.0001",
      },
    });
  });

  test("of a USDC or of a whole share is never too small", () =>
    fc.assert(fc.property(meeting, ({ book, terms }) => {
      fc.pre(terms.amountE6 >= 1_000_000n);
      const order = priceMarketOrder(book, terms);
      expect(order).not.toMatchObject({ failure: { parameter: "amount" } });
    })));
});

describe("a tick", () => {
  const isKnown = (tick: bigint) => TICKS_E6.some((known) => known === tick);

  test("that the venue does not support is refused first, whatever else is wrong", () => {
    const tickE6 = fc.oneof(fc.constantFrom(0n, 1n, 20_000n, 50_000n), fc.bigInt(0n, 1_000_000n));
    fc.assert(fc.property(book, meeting, tickE6, (book, { terms }, tickE6) => {
      fc.pre(!isKnown(tickE6));
      expect(priceMarketOrder({ ...book, tickE6 }, terms)).toMatchObject({
        failure: {
          parameter: "the market's tick",
          hint:
            "This service does not support the price steps of this market; choose another market",
        },
      });
    }));
  });

  test("that the venue supports is never refused", () =>
    fc.assert(fc.property(meeting, ({ book, terms }) => {
      expect(priceMarketOrder(book, terms)).not.toMatchObject({
        failure: { parameter: "the market's tick" },
      });
    })));
});
