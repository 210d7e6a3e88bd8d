import { describe, expect, test } from "bun:test";
import { BigDecimal } from "effect";
import fc from "fast-check";
import {
  estimateFlatFee,
  formatDecimal,
  over,
  roundRatio,
  toRatio,
} from "../../../core/fee/mod.ts";
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

const { sum } = BigDecimal;

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

  test("is in every figure the venue's formula at the price, rounded once", () =>
    fc.assert(fc.property(side, shares, price, rate, (side, shares, price, rate) => {
      const { usdc, ...rest } = tradeAt(side, { shares, price });
      const exactShares = BigDecimal.multiplyAll([shares, rate, otherSideOf(price)]);
      const exactUsdc = BigDecimal.multiply(exactShares, price);
      const isCharged = !BigDecimal.isLessThan(exactUsdc, decimal("0.00001"));
      const charged = (exact: BigDecimal.BigDecimal) =>
        isCharged ? roundRatio(toRatio(exact), { scale: 5, mode: "half_even" }) : decimal("0");
      const feeUsdc = charged(exactUsdc);
      expect(texts(estimateFlatFee({ usdc, ...rest }, rate))).toEqual(texts({
        averagePrice: price,
        feeUsdc,
        feeShares: charged(exactShares),
        effectiveRate: roundRatio(over(toRatio(feeUsdc), toRatio(usdc)), {
          scale: 8,
          mode: "half_even",
        }),
        netUsdc: side === "BUY" ? sum(usdc, feeUsdc) : BigDecimal.subtract(usdc, feeUsdc),
      }));
    })));
});
