import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import { ONE_E6 } from "../../../core/fee/mod.ts";
import {
  checkExpiry,
  crossingQuote,
  expirationSec,
  type LimitOrderTerms,
  ORDER_TYPES,
  priceLimitOrder,
} from "../../../core/order/mod.ts";

const tick = fc.constantFrom(100_000n, 10_000n, 5_000n, 2_500n, 1_000n, 100n);
const side = fc.constantFrom("BUY" as const, "SELL" as const);
/** A market, and an order on its grid: a whole number of steps, and of hundredths of a share. */
const onGrid = fc.record({
  tickE6: tick,
  side,
  step: fc.bigInt({ min: 1n, max: 9_999n }),
  sizeE6: fc.bigInt({ min: 500n, max: 10n ** 9n }).map((hundredths) => hundredths * 10_000n),
}).map(({ tickE6, side, step, sizeE6 }) => {
  const priceE6 = tickE6 * (1n + step % (ONE_E6 / tickE6 - 1n));
  return { rules: { tickE6, sizeMinE6: 5_000_000n }, terms: terms({ side, priceE6, sizeE6 }) };
});

function terms(fields: Partial<LimitOrderTerms>): LimitOrderTerms {
  return {
    side: "BUY",
    orderType: "GTC",
    priceE6: 530_000n,
    sizeE6: 20_000_000n,
    expiresSec: Option.none(),
    isPostOnly: false,
    ...fields,
  };
}

const RULES = { tickE6: 10_000n, sizeMinE6: 5_000_000n };
const refused = (fields: Partial<LimitOrderTerms>, rules = RULES) => {
  const { parameter, hint, reason } = Result.getOrThrow(
    Result.flip(priceLimitOrder(rules, terms(fields))),
  );
  return [parameter, reason, hint];
};

describe("a limit order", () => {
  test("has amounts that imply its price and its size, exactly", () =>
    fc.assert(fc.property(onGrid, ({ rules, terms }) => {
      const order = Result.getOrThrow(priceLimitOrder(rules, terms));
      const [usdcE6, sharesE6] = terms.side === "BUY"
        ? [order.makerAmountE6, order.takerAmountE6]
        : [order.takerAmountE6, order.makerAmountE6];
      expect(sharesE6).toBe(terms.sizeE6);
      expect(usdcE6 * ONE_E6).toBe(terms.priceE6 * terms.sizeE6);
    })));

  test("off the grid is refused with the two prices next to it", () =>
    fc.assert(fc.property(onGrid, fc.bigInt({ min: 1n, max: 99n }), ({ rules, terms }, off) => {
      const priceE6 = terms.priceE6 + off;
      const { tickE6 } = rules;
      const { hint, reason } = Result.getOrThrow(
        Result.flip(priceLimitOrder(rules, { ...terms, priceE6 })),
      );
      expect(reason).toBe("off_tick");
      const named = hint.match(/0\.\d+/g)?.map((text) => BigInt(Math.round(Number(text) * 1e6)));
      const isLast = terms.priceE6 + tickE6 >= ONE_E6;
      if (!isLast) expect(named?.slice(0, 2)).toEqual([terms.priceE6, terms.priceE6 + tickE6]);
    })));

  test.each<[Partial<LimitOrderTerms>, ReadonlyArray<string>]>([
    [{ priceE6: 535_000n }, [
      "price",
      "off_tick",
      "Send 0.53 or 0.54: this market has prices from 0.01 to 0.99 in steps of 0.01",
    ]],
    [{ priceE6: 995_000n }, [
      "price",
      "off_tick",
      "Send a price that this market has: from 0.01 to 0.99 in steps of 0.01",
    ]],
    [{ sizeE6: 4_990_000n }, ["size", "too_small", "Send at least 5 shares in this market"]],
    [{ orderType: "FOK", sizeE6: 5_500_000n }, [
      "size",
      "accuracy",
      "Send a size of 5 or 6 shares: what a FOK BUY spends at its price is whole cents",
    ]],
  ])("of %p is refused", (fields, said) => expect(refused(fields)).toEqual([...said]));

  test("that spends whole cents passes, and so does any size that may rest or is sold", () =>
    fc.assert(
      fc.property(onGrid, fc.constantFrom(...ORDER_TYPES), ({ rules, terms }, orderType) => {
        const priced = priceLimitOrder(rules, { ...terms, orderType });
        const isCents = terms.priceE6 * terms.sizeE6 % (ONE_E6 * 10_000n) === 0n;
        const isRestless = orderType === "FOK" || orderType === "FAK";
        expect(Result.isSuccess(priced)).toBe(isCents || !isRestless || terms.side === "SELL");
      }),
    ));

  test("is ended by the venue a minute before the field that it is sent", () => {
    expect(expirationSec({ expiresSec: Option.some(1_000) })).toBe(1_060);
    expect(expirationSec({ expiresSec: Option.none() })).toBe(0);
  });

  test("ends two minutes after it is placed at the earliest", () => {
    const expiresSec = Option.some(1_120);
    expect(Result.isSuccess(checkExpiry({ expiresSec }, 1_000_000))).toBe(true);
    expect(Result.isSuccess(checkExpiry({ expiresSec: Option.none() }, 1_000_000))).toBe(true);
    expect(checkExpiry({ expiresSec }, 1_000_001)).toMatchObject({
      failure: { parameter: "expiresAt", received: "1970-01-01T00:18:40Z", reason: "expiration" },
    });
  });
});

describe("what a limit order trades at once", () => {
  const book = {
    bids: [{ priceE6: 380_000n, sizeE6: 100_000_000n }],
    asks: [
      { priceE6: 400_000n, sizeE6: 10_000_000n },
      { priceE6: 420_000n, sizeE6: 100_000_000n },
    ],
  };
  const quote = (fields: Partial<LimitOrderTerms>) =>
    Option.getOrUndefined(crossingQuote(book, terms(fields)));

  test("is at its price or better, and no more than its size", () => {
    expect(quote({ priceE6: 390_000n })).toBeUndefined();
    expect(quote({ side: "SELL", priceE6: 390_000n })).toBeUndefined();
    expect(quote({ priceE6: 410_000n }))
      .toMatchObject({ sharesE6: 10_000_000n, usdcE6: 4_000_000n, levels: 1 });
    expect(quote({ priceE6: 420_000n })).toMatchObject({
      sharesE6: 20_000_000n,
      usdcE6: 8_200_000n,
      worstPriceE6: 420_000n,
      levels: 2,
    });
    expect(quote({ side: "SELL", priceE6: 380_000n }))
      .toMatchObject({ sharesE6: 20_000_000n, usdcE6: 7_600_000n });
  });
});
