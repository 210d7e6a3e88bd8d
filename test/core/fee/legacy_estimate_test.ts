import { describe, expect, test } from "bun:test";
import { BigDecimal, Option } from "effect";
import fc from "fast-check";
import { estimateLegacyFee, formatDecimal } from "../../../core/fee/mod.ts";
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
const { equals, isGreaterThan, isLessThan, isZero, sum } = BigDecimal;
/** One step of what is shown. */
const STEP = decimal("0.00000001");

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

  test("returns a net amount of exactly gross minus fee", () =>
    fc.assert(fc.property(side, shares, price, terms, (side, shares, price, terms) => {
      const estimate = estimateLegacyFee(tradeAt(side, { shares, price }), terms);
      const { feeEquivalent, grossShares, netShares, usdc } = estimate;
      expect(estimate.chargedIn).toBe(side === "BUY" ? "shares" : "usdc");
      expect(Option.isSome(usdc)).toBe(side === "SELL");
      const chargedShares = side === "BUY" ? feeEquivalent : decimal("0");
      expect(equals(sum(netShares, chargedShares), grossShares)).toBe(true);
      if (Option.isNone(usdc)) return;
      expect(equals(sum(usdc.value.net, feeEquivalent), usdc.value.gross)).toBe(true);
    })));

  test("is the same fee in USDC for BUY and SELL, and the BUY's shares are worth it", () =>
    fc.assert(fc.property(shares, price, terms, (shares, price, terms) => {
      const buy = estimateLegacyFee(tradeAt("BUY", { shares, price }), terms);
      const sell = estimateLegacyFee(tradeAt("SELL", { shares, price }), terms);
      expect(equals(buy.feeInUsdcRaw, sell.feeInUsdcRaw)).toBe(true);
      expect(equals(buy.averagePrice, sell.averagePrice)).toBe(true);
      expect(isZero(buy.feeEquivalent)).toBe(isZero(sell.feeEquivalent));
      const worth = BigDecimal.multiply(buy.feeEquivalent, price);
      const off = BigDecimal.abs(BigDecimal.subtract(worth, sell.feeEquivalent));
      expect(isGreaterThan(off, STEP)).toBe(false);
    })));

  test("takes as many shares at p as at 1 - p, where it takes any at both", () =>
    fc.assert(fc.property(shares, price, terms, (shares, price, terms) => {
      const at = (price: BigDecimal.BigDecimal) =>
        estimateLegacyFee(tradeAt("BUY", { shares, price }), terms).feeEquivalent;
      const [one, other] = [at(price), at(otherSideOf(price))];
      expect(equals(one, other) || isZero(one) || isZero(other)).toBe(true);
    })));

  test("charges no less for more shares", () =>
    fc.assert(
      fc.property(side, fc.tuple(shares, shares), price, terms, (side, [a, b], price, terms) => {
        const feeOf = (shares: BigDecimal.BigDecimal) =>
          estimateLegacyFee(tradeAt(side, { shares, price }), terms).feeEquivalent;
        const [less, more] = isLessThan(a, b) ? [a, b] : [b, a];
        expect(isGreaterThan(feeOf(less), feeOf(more))).toBe(false);
      }),
    ));

  test("vanishes towards both ends, the faster the larger the exponent", () =>
    fc.assert(fc.property(shares, price, terms, (shares, price, { rate, exponent }) => {
      const raw = (exponent: number) =>
        estimateLegacyFee(tradeAt("BUY", { shares, price }), { rate, exponent }).feeInUsdcRaw;
      const nearer = isLessThan(price, otherSideOf(price)) ? price : otherSideOf(price);
      const bound = BigDecimal.multiply(raw(exponent), nearer);
      // p(1 - p) <= min(p, 1 - p); half a step either way is lost in showing both.
      expect(isGreaterThan(raw(exponent + 1), sum(bound, STEP))).toBe(false);
    })));

  test("charges exactly 0, or at least the threshold's worth", () =>
    fc.assert(fc.property(side, shares, price, terms, (side, shares, price, terms) => {
      const trade = tradeAt(side, { shares, price });
      const { feeEquivalent, feeInUsdcRaw } = estimateLegacyFee(trade, terms);
      if (isLessThan(feeInUsdcRaw, decimal("0.0001"))) expect(isZero(feeEquivalent)).toBe(true);
      if (isGreaterThan(feeInUsdcRaw, decimal("0.0001"))) {
        expect(isZero(feeEquivalent)).toBe(false);
      }
    })));
});
