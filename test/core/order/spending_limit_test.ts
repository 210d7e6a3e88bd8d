import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { passedDayLimit, passedOrderLimit, UNLIMITED } from "../../../core/order/mod.ts";

const amount = fc.bigInt({ min: 0n, max: 30n });
const E6 = 1_000_000n;

describe("a wallet's limit for one order", () => {
  test("is passed by what is more, and by no more than that", () =>
    fc.assert(fc.property(amount, amount, (maxE6, orderE6) => {
      const passed = passedOrderLimit({ orderMaxE6: Option.some(maxE6) }, {
        walletId: "w1",
        orderE6,
      });
      expect(Option.isSome(passed)).toBe(orderE6 > maxE6);
    })));

  test("is named with the order", () => {
    const passed = passedOrderLimit({ orderMaxE6: Option.some(50n * E6) }, {
      walletId: "w1",
      orderE6: 50n * E6 + 1n,
    });
    expect(Option.getOrThrow(passed)).toMatchObject({
      walletId: "w1",
      limit: "order",
      maxE6: 50n * E6,
      orderE6: 50n * E6 + 1n,
      spentE6: 0n,
      message: "Cannot place an order of 50.000001 USDC: the wallet's limit for one order is " +
        "50 USDC",
    });
  });
});

describe("a wallet's limit for a day", () => {
  /** Places orders one after another as far as the limit lets them; gives what was traded. */
  function trade(maxE6: bigint, orders: ReadonlyArray<bigint>): bigint {
    return orders.reduce((spentE6, orderE6) => {
      const passed = passedDayLimit({ dayMaxE6: Option.some(maxE6) }, {
        walletId: "w1",
        orderE6,
        spentE6,
      });
      return Option.isSome(passed) ? spentE6 : spentE6 + orderE6;
    }, 0n);
  }

  test("is never passed by all orders together, and used up to the last millionth", () =>
    fc.assert(fc.property(amount, fc.array(amount), (maxE6, orders) => {
      const spentE6 = trade(maxE6, orders);
      expect(spentE6 <= maxE6).toBe(true);
      expect(trade(maxE6, [...orders, maxE6 - spentE6])).toBe(maxE6);
      expect(trade(maxE6, [...orders, maxE6 - spentE6 + 1n])).toBe(spentE6);
    })));

  test("is named with the order and what was traded before", () => {
    const limits = { dayMaxE6: Option.some(100n * E6) };
    const passed = passedDayLimit(limits, {
      walletId: "w1",
      orderE6: 30n * E6,
      spentE6: 80n * E6,
    });
    expect(Option.getOrThrow(passed)).toMatchObject({
      limit: "day",
      maxE6: 100n * E6,
      orderE6: 30n * E6,
      spentE6: 80n * E6,
      message: "Cannot place an order of 30 USDC: the wallet's limit for a UTC day is 100 USDC",
    });
  });
});

test("a wallet without limits may trade anything", () =>
  fc.assert(fc.property(fc.bigInt({ min: 0n }), fc.bigInt({ min: 0n }), (orderE6, spentE6) => {
    expect(Option.isNone(passedOrderLimit(UNLIMITED, { walletId: "w1", orderE6 }))).toBe(true);
    expect(Option.isNone(passedDayLimit(UNLIMITED, { walletId: "w1", orderE6, spentE6 }))).toBe(
      true,
    );
  })));
