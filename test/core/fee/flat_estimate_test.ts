import { describe, expect, test } from "bun:test";
import { BigDecimal } from "effect";
import fc from "fast-check";
import { estimateFlatFee, formatDecimal } from "../../../core/fee/mod.ts";
import {
  decimal,
  otherSideOf,
  price,
  rate,
  shares,
  side,
  texts,
  trade,
  tradeAt,
} from "./arbitrary_trade.ts";

const { equals, isGreaterThan, isLessThan, isZero, subtract, sum } = BigDecimal;

describe("the flat estimate", () => {
  // The venue's documentation of fees: 100 shares of a crypto market at 0.50 cost 1.75 USDC.
  test.each(
    [
      ["BUY", "51.75"],
      ["SELL", "48.25"],
    ] as const,
  )("of the published 100 shares at 0.50, %s", (side, netUsdc) => {
    expect(texts(estimateFlatFee(trade(side, "100", "50"), decimal("0.07")))).toEqual({
      averagePrice: "0.5",
      feeUsdc: "1.75",
      feeShares: "3.5",
      effectiveRate: "0.035",
      netUsdc,
    });
  });

  test("of thirds", () => {
    // 0.07 * 1 * 2/3 = 0.04666..., charged as 0.04667; three times that in shares is exactly 0.14.
    expect(texts(estimateFlatFee(trade("BUY", "3", "1"), decimal("0.07")))).toEqual({
      averagePrice: "0.33333333",
      feeUsdc: "0.04667",
      feeShares: "0.14",
      effectiveRate: "0.04667",
      netUsdc: "1.04667",
    });
  });

  test.each([
    // 0.0575652 USDC at 0.021: charged as 0.05757, which would be 2.74143 shares.
    ["40", "0.84", "0.07", "0.05757", "2.7412"],
    // 0.0000112 USDC at 0.2: charged as 0.00001, which would be 0.00005 shares.
    ["0.0007", "0.00014", "0.1", "0.00001", "0.00006"],
    // Ties in shares go to the even neighbour: 0.000125 and 0.000135.
    ["0.00025", "0.000125", "1", "0.00006", "0.00012"],
    ["0.00027", "0.000135", "1", "0.00007", "0.00014"],
  ])("of %s shares for %s USDC at the rate %s is %s USDC, %s shares", (...args) => {
    const [shares, usdc, rate, ofUsdc, ofShares] = args;
    const estimate = estimateFlatFee(trade("BUY", shares, usdc), decimal(rate));
    expect(texts(estimate)).toMatchObject({ feeUsdc: ofUsdc, feeShares: ofShares });
  });

  test("has a fee in shares that is the rate's part of the shares that pay a profit", () =>
    fc.assert(fc.property(side, shares, price, rate, (side, shares, price, rate) => {
      const trade = tradeAt(side, { shares, price });
      const { feeShares, feeUsdc } = estimateFlatFee(trade, rate);
      fc.pre(!isZero(feeUsdc));
      const exact = BigDecimal.multiply(rate, subtract(trade.shares, trade.usdc));
      const off = BigDecimal.abs(subtract(feeShares, exact));
      expect(isGreaterThan(off, decimal("0.000005"))).toBe(false);
    })));

  test.each([
    // rate 1, p = 0.5: the fee is half of the USDC.
    ["0.00002", "0.00001"],
    ["0.000019999999", "0"],
    ["0.00003", "0.00002"],
    ["0.00005", "0.00002"],
    ["0.00007", "0.00004"],
    ["0.000050000001", "0.00003"],
  ])("%s USDC are charged %s", (usdc, fee) => {
    const shares = formatDecimal(sum(decimal(usdc), decimal(usdc)));
    const { feeUsdc } = estimateFlatFee(trade("SELL", shares, usdc), decimal("1"));
    expect(formatDecimal(feeUsdc)).toBe(fee);
  });

  test("nets exactly gross plus fee in a BUY and less fee in a SELL", () =>
    fc.assert(fc.property(side, shares, price, rate, (side, shares, price, rate) => {
      const trade = tradeAt(side, { shares, price });
      const { feeUsdc, netUsdc } = estimateFlatFee(trade, rate);
      const [more, less] = side === "BUY" ? [netUsdc, trade.usdc] : [trade.usdc, netUsdc];
      expect(equals(subtract(more, less), feeUsdc)).toBe(true);
    })));

  test("is the same for BUY and SELL but for the net", () =>
    fc.assert(fc.property(shares, price, rate, (shares, price, rate) => {
      const of = (side: "BUY" | "SELL") => {
        const { netUsdc: _, ...rest } = estimateFlatFee(tradeAt(side, { shares, price }), rate);
        return texts(rest);
      };
      expect(of("BUY")).toEqual(of("SELL"));
    })));

  test("is the same at p and at 1 - p", () =>
    fc.assert(fc.property(side, shares, price, rate, (side, shares, price, rate) => {
      const at = (price: BigDecimal.BigDecimal) =>
        estimateFlatFee(tradeAt(side, { shares, price }), rate).feeUsdc;
      expect(equals(at(price), at(otherSideOf(price)))).toBe(true);
    })));

  test("grows from either end to the middle, where it is greatest", () => {
    const anyPrice = fc.oneof(price, fc.constant(decimal("0.5")));
    fc.assert(fc.property(shares, fc.tuple(anyPrice, anyPrice), rate, (shares, [a, b], rate) => {
      const toMiddle = (price: BigDecimal.BigDecimal) =>
        isGreaterThan(price, decimal("0.5")) ? otherSideOf(price) : price;
      const [p, q] = [toMiddle(a), toMiddle(b)];
      const at = (price: BigDecimal.BigDecimal) =>
        estimateFlatFee(tradeAt("BUY", { shares, price }), rate).feeUsdc;
      expect(isLessThan(p, q) && isGreaterThan(at(p), at(q))).toBe(false);
    }));
  });

  test("vanishes towards both ends", () =>
    fc.assert(fc.property(shares, price, rate, (shares, price, rate) => {
      const { feeUsdc } = estimateFlatFee(tradeAt("BUY", { shares, price }), rate);
      const nearer = isLessThan(price, otherSideOf(price)) ? price : otherSideOf(price);
      const bound = BigDecimal.multiplyAll([shares, rate, nearer]);
      expect(isGreaterThan(feeUsdc, sum(bound, decimal("0.000005")))).toBe(false);
    })));

  test("charges no less for more shares, and no less at a higher rate", () => {
    const two = fc.tuple(shares, shares);
    fc.assert(fc.property(two, price, fc.tuple(rate, rate), ([a, b], price, [r, s]) => {
      const [less, more] = isLessThan(a, b) ? [a, b] : [b, a];
      const [low, high] = isLessThan(r, s) ? [r, s] : [s, r];
      const feeOf = (shares: BigDecimal.BigDecimal, rate: BigDecimal.BigDecimal) =>
        estimateFlatFee(tradeAt("BUY", { shares, price }), rate).feeUsdc;
      expect(isGreaterThan(feeOf(less, low), feeOf(more, low))).toBe(false);
      expect(isGreaterThan(feeOf(less, low), feeOf(less, high))).toBe(false);
    }));
  });

  test("is 0 or a whole number of steps, and then 0 in every unit", () =>
    fc.assert(fc.property(side, shares, price, rate, (side, shares, price, rate) => {
      const estimate = estimateFlatFee(tradeAt(side, { shares, price }), rate);
      const steps = BigDecimal.multiply(estimate.feeUsdc, decimal("1e5"));
      expect(BigDecimal.isInteger(steps)).toBe(true);
      expect(BigDecimal.isNegative(steps)).toBe(false);
      if (isZero(steps)) {
        expect(texts(estimate)).toMatchObject({ feeShares: "0", effectiveRate: "0" });
      }
    })));
});
