import { describe, expect, test } from "bun:test";
import { BigDecimal, Result } from "effect";
import fc from "fast-check";
import { decimal, side } from "../fee/arbitrary_trade.ts";
import { formatDecimal } from "../../../core/fee/mod.ts";
import { BUY_MIN_E6, readOrderAmount } from "../../../core/order/mod.ts";

const BUY_HINT = "Send at least 1 USDC; amounts are rounded down to whole cents";
const SELL_HINT = "Send at least 0.01 shares; amounts are rounded down to hundredths";

describe("readOrderAmount", () => {
  test.each(
    [
      ["BUY", "0", BUY_HINT],
      ["BUY", "0.7", BUY_HINT],
      ["BUY", "0.999999999", BUY_HINT],
      ["BUY", "-5", BUY_HINT],
      ["SELL", "0", SELL_HINT],
      ["SELL", "0.009999999", SELL_HINT],
      ["SELL", "-5", SELL_HINT],
    ] as const,
  )("refuses a %s of %s", (side, received, hint) => {
    expect(readOrderAmount(decimal(received), side)).toMatchObject({
      failure: { parameter: "amount", received, hint },
    });
  });

  const amount = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 0, max: 12 }))
    .map(([value, scale]) => BigDecimal.make(value, scale));

  test("is of whole hundredths, and never more than was asked for nor a hundredth less", () =>
    fc.assert(fc.property(amount, side, (amount, side) => {
      const read = readOrderAmount(amount, side);
      fc.pre(Result.isSuccess(read));
      expect(read.success % 10_000n).toBe(0n);
      const rest = BigDecimal.subtract(amount, BigDecimal.make(read.success, 6));
      expect(BigDecimal.isNegative(rest)).toBe(false);
      expect(BigDecimal.isLessThan(rest, decimal("0.01"))).toBe(true);
    })));

  test("is refused exactly below the least that may be traded", () =>
    fc.assert(fc.property(amount, side, (amount, side) => {
      const least = side === "BUY" ? BigDecimal.make(BUY_MIN_E6, 6) : decimal("0.01");
      const isRead = Result.isSuccess(readOrderAmount(amount, side));
      expect(isRead, formatDecimal(amount)).toBe(!BigDecimal.isLessThan(amount, least));
    })));
});
