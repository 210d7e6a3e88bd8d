import { expect, test } from "bun:test";
import fc from "fast-check";
import { amountStepE6 } from "../../../core/order/mod.ts";
import { ONE_E6 } from "../../../core/fee/mod.ts";

const priceE6 = fc.bigInt({ min: 1n, max: 9_999n }).map((price) => price * 100n);
const accuracy = fc.record({
  maker: fc.integer({ min: 0, max: 6 }),
  taker: fc.integer({ min: 0, max: 6 }),
});

function hasDecimals(valueE6: bigint, decimals: number): boolean {
  return valueE6 % 10n ** BigInt(6 - decimals) === 0n;
}

test("multiples of the step are exactly the amounts that a SELL may have", () =>
  fc.assert(fc.property(
    priceE6,
    accuracy,
    fc.bigInt({ min: 1n, max: 10_000n }),
    fc.bigInt({ min: -2n, max: 2n }),
    (priceE6, { maker, taker }, count, offE6) => {
      const stepE6 = amountStepE6({ side: "SELL", priceE6 }, { maker, taker });
      const amountE6 = count * stepE6 + offE6;
      const worthE12 = amountE6 * priceE6;
      const passes = hasDecimals(amountE6, maker) && worthE12 % ONE_E6 === 0n &&
        hasDecimals(worthE12 / ONE_E6, taker);
      expect(passes).toBe(amountE6 % stepE6 === 0n);
    },
  )));

test("a BUY may have any amount of the decimals that it gives", () =>
  fc.assert(fc.property(priceE6, accuracy, (priceE6, accuracy) => {
    expect(amountStepE6({ side: "BUY", priceE6 }, accuracy))
      .toBe(10n ** BigInt(6 - accuracy.maker));
  })));
