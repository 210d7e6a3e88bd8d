import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import { tradeOf, tradeOfAmounts } from "../../../core/fee/mod.ts";
import { decimal, price, shares, side, tradeAt } from "./arbitrary_trade.ts";

const amounts = (making: string, taking: string) => ({
  making: decimal(making),
  taking: decimal(taking),
});

function refusalOf<A>(
  result: Result.Result<A, { readonly message: string; readonly hint: string }>,
) {
  if (Result.isSuccess(result)) throw new Error("taken");
  return [result.failure.message, result.failure.hint];
}

describe("tradeOf", () => {
  test.each(
    [
      ["BUY", "100", "100", "makingAmount", "100"],
      ["BUY", "100.5", "1e2", "makingAmount", "100.5"],
      ["SELL", "100", "100", "takingAmount", "100"],
      ["SELL", "50", "100", "takingAmount", "100"],
    ] as const,
  )("%s %s for %s is no price", (side, making, taking, field, value) => {
    const [error, hint] = refusalOf(tradeOf(side, amounts(making, taking)));
    expect(error).toBe(`Cannot use ${field} "${value}"`);
    expect(hint).toContain(side);
  });

  test("takes any price between 0 and 1", () => {
    expect(Result.isSuccess(tradeOf("BUY", amounts("99.99999999", "100")))).toBe(true);
    expect(Result.isSuccess(tradeOf("SELL", amounts("1e15", "1e-8")))).toBe(true);
  });
});

describe("tradeOfAmounts", () => {
  test("finds the side that the amounts are of", () =>
    fc.assert(fc.property(side, shares, price, (side, shares, price) => {
      const trade = tradeAt(side, { shares, price });
      expect(Result.getOrThrow(tradeOfAmounts(trade, Option.none()))).toEqual(trade);
      expect(Result.getOrThrow(tradeOfAmounts(trade, Option.some(side)))).toEqual(trade);
      const other = side === "BUY" ? "SELL" : "BUY";
      const [error, hint] = refusalOf(tradeOfAmounts(trade, Option.some(other)));
      expect(error).toBe(`Cannot use side "${other}"`);
      expect(hint).toContain(`is a ${side}`);
    })));

  test("refuses equal amounts, however they are written", () =>
    expect(refusalOf(tradeOfAmounts(amounts("1e2", "100.0"), Option.none()))[0])
      .toBe('Cannot use takingAmount "100"'));
});
