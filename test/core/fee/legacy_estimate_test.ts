import { describe, expect, test } from "bun:test";
import { BigDecimal, Option } from "effect";
import fc from "fast-check";
import { estimateLegacyFee, formatDecimal, roundRatio, toRatio } from "../../../core/fee/mod.ts";
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

const CRYPTO = { rate: decimal("0.25"), exponent: 2 };
const SPORTS = { rate: decimal("0.0175"), exponent: 1 };
const terms = fc.record({ rate, exponent: fc.nat({ max: 3 }) });
const { sum } = BigDecimal;

describe("published numbers", () => {
  // The venue's fee tables of February and March 2026, for 100 shares at 0.50: crypto $0.78
  // (1.56 %), sports $0.22 (0.44 %).
  test.each([
    ["crypto", CRYPTO, "0.78125", "1.5625"],
    ["sports", SPORTS, "0.21875", "0.4375"],
  ])("%s, 100 shares at 0.50", (_, terms, usdc, inShares) => {
    expect(texts(estimateLegacyFee(trade("BUY", "100", "50"), terms))).toEqual({
      averagePrice: "0.5",
      chargedIn: "shares",
      feeEquivalent: inShares,
      feeInUsdcRaw: usdc,
      grossShares: "100",
      netShares: formatDecimal(BigDecimal.subtract(decimal("100"), decimal(inShares))),
      usdc: null,
    });
    expect(texts(estimateLegacyFee(trade("SELL", "100", "50"), terms))).toEqual({
      averagePrice: "0.5",
      chargedIn: "usdc",
      feeEquivalent: usdc,
      feeInUsdcRaw: usdc,
      grossShares: "100",
      netShares: "100",
      usdc: { gross: "50", net: formatDecimal(BigDecimal.subtract(decimal("50"), decimal(usdc))) },
    });
  });
});

describe("the legacy estimate", () => {
  test("shows thirds to 8 decimals and computes the net amount from the shown ones", () => {
    // 0.0175 * 1 * (1/3 * 2/3) = 0.00388888..., and three times that in shares.
    expect(texts(estimateLegacyFee(trade("BUY", "3", "1"), SPORTS))).toMatchObject({
      averagePrice: "0.33333333",
      feeInUsdcRaw: "0.00388889",
      feeEquivalent: "0.01166667",
      netShares: "2.98833333",
    });
  });

  test("rounds shares to the even neighbour from the middle", () => {
    const shown = (shares: string) =>
      texts(estimateLegacyFee(trade("BUY", shares, "0.00000001"), CRYPTO))["grossShares"];
    expect([shown("1.000000005"), shown("1.000000015")]).toEqual(["1", "1.00000002"]);
  });

  test.each([
    // rate 0.25, exponent 0, p = 0.5: the fee is a quarter of the USDC.
    ["0.0004", "0.0001", "0.0001"],
    ["0.00039999", "0", "0.0001"],
    ["0.00039998", "0", "0.0001"],
    ["0.00000002", "0", "0"],
    ["0.00000004", "0", "0.00000001"],
  ])("%s USDC are charged %s, and the raw fee is %s", (usdc, fee, raw) => {
    const selling = trade("SELL", formatDecimal(sum(decimal(usdc), decimal(usdc))), usdc);
    const { feeEquivalent, feeInUsdcRaw } = estimateLegacyFee(selling, { ...CRYPTO, exponent: 0 });
    expect([formatDecimal(feeEquivalent), formatDecimal(feeInUsdcRaw)]).toEqual([fee, raw]);
  });

  test("is in every figure the venue's formula at the price, rounded once, net of the shown", () =>
    fc.assert(fc.property(side, shares, price, terms, (side, shares, price, terms) => {
      const shown = (exact: BigDecimal.BigDecimal) =>
        roundRatio(toRatio(exact), { scale: 8, mode: "half_even" });
      const curve = Array(terms.exponent).fill([price, otherSideOf(price)]).flat();
      const inShares = BigDecimal.multiplyAll([shares, terms.rate, ...curve]);
      const inUsdc = BigDecimal.multiply(inShares, price);
      const isCharged = !BigDecimal.isLessThan(inUsdc, decimal("0.0001"));
      const fee = isCharged ? shown(side === "BUY" ? inShares : inUsdc) : decimal("0");
      const gross = shown(BigDecimal.multiply(shares, price));
      expect(texts(estimateLegacyFee(tradeAt(side, { shares, price }), terms))).toEqual(texts({
        averagePrice: price,
        chargedIn: side === "BUY" ? "shares" : "usdc",
        feeEquivalent: fee,
        feeInUsdcRaw: shown(inUsdc),
        grossShares: shares,
        netShares: side === "BUY" ? BigDecimal.subtract(shares, fee) : shares,
        usdc: side === "BUY"
          ? Option.none()
          : Option.some({ gross, net: BigDecimal.subtract(gross, fee) }),
      }));
    })));
});
