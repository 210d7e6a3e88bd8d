import { describe, expect, test } from "bun:test";
import { adjustBuyAmountForFees } from "@polymarket/clob-client-v2";
import { BigDecimal } from "effect";
import fc from "fast-check";
import {
  amountWithFeeE6,
  feeOfSpendingE6,
  type FeeRoom,
  floorAmountE6,
} from "../../../core/order/mod.ts";

const ONE_E6 = 1_000_000n;

const feeRate = fc.integer({ min: 0, max: 2_500 }).map((e4) => BigDecimal.make(BigInt(e4), 4));
const priceE6 = fc.integer({ min: 1, max: 999 }).map((e3) => BigInt(e3) * 1_000n);
const cents = fc.bigInt({ min: 100n, max: 100_000_00n }).map((value) => value * 10_000n);
/** Balances that meet: about the amount, or anything. */
const room: fc.Arbitrary<FeeRoom> = fc.record({ feeRate, priceE6, amountE6: cents }).chain((rest) =>
  fc.oneof(
    fc.bigInt({ min: 0n, max: 200_000n * ONE_E6 }),
    fc.bigInt({ min: -rest.amountE6 / 3n, max: rest.amountE6 / 3n })
      .map((near) => rest.amountE6 + near),
  ).map((balanceE6) => ({ ...rest, balanceE6 }))
);

describe("amountWithFeeE6()", () => {
  test("leaves room for the fee of what is spent", () =>
    fc.assert(fc.property(room, (room) => {
      const spentE6 = amountWithFeeE6(room);
      expect(spentE6 + feeOfSpendingE6(spentE6, room) <= room.balanceE6 || spentE6 === 0n)
        .toBe(true);
    })));

  test("is the amount wherever that and its fee fit, and never more", () =>
    fc.assert(fc.property(room, (room) => {
      const spentE6 = amountWithFeeE6(room);
      const isFitting = room.amountE6 + feeOfSpendingE6(room.amountE6, room) <= room.balanceE6;
      expect(spentE6 === room.amountE6).toBe(isFitting);
      expect(spentE6 <= room.amountE6).toBe(true);
      expect(spentE6).toBe(floorAmountE6(spentE6));
    })));

  test("grows with the balance", () =>
    fc.assert(fc.property(room, fc.bigInt({ min: 0n, max: 10n * ONE_E6 }), (room, more) => {
      const richer = { ...room, balanceE6: room.balanceE6 + more };
      expect(amountWithFeeE6(richer) >= amountWithFeeE6(room)).toBe(true);
    })));

  // The client reckons with doubles, and does not round.
  test("is what the venue's official client lowers a BUY to, in whole cents", () =>
    fc.assert(fc.property(room, (room) => {
      const number = (e6: bigint) => Number(e6) / 1e6;
      const theirs = adjustBuyAmountForFees(
        number(room.amountE6),
        number(room.priceE6),
        number(room.balanceE6),
        BigDecimal.toNumberUnsafe(room.feeRate),
        1,
        0,
      );
      const apart = theirs - number(amountWithFeeE6(room));
      expect(apart).toBeGreaterThan(-1e-5);
      expect(apart).toBeLessThan(0.01001);
    })));

  test("of 10 USDC at 0.50 and a rate of 0.07 is 9.65", () => {
    const room = {
      amountE6: 10n * ONE_E6,
      balanceE6: 10n * ONE_E6,
      priceE6: 500_000n,
      feeRate: BigDecimal.fromStringUnsafe("0.07"),
    };
    expect(feeOfSpendingE6(10n * ONE_E6, room)).toBe(350_000n);
    expect(amountWithFeeE6(room)).toBe(9_650_000n);
    expect(amountWithFeeE6({ ...room, balanceE6: 10_350_000n })).toBe(10n * ONE_E6);
    expect(amountWithFeeE6({ ...room, balanceE6: 10_349_999n })).toBe(9_990_000n);
    expect(amountWithFeeE6({ ...room, balanceE6: 0n })).toBe(0n);
  });
});
