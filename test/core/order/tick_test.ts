import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { amountDecimals } from "../../../core/order/mod.ts";
import { TICKS_E6 } from "./arbitrary_book.ts";

describe("amountDecimals", () => {
  // The official clients' table is 3, 4, 5, 6, 5 and 6; the server refuses more than 4 for shares
  // that are bought.
  test.each([
    [0.1, 3, 3],
    [0.01, 4, 4],
    [0.005, 4, 5],
    [0.0025, 4, 6],
    [0.001, 4, 5],
    [0.0001, 4, 6],
  ])("at %d are %d of shares and %d of USDC", (tick, bought, proceeds) => {
    const tickE6 = BigInt(Math.round(tick * 1e6));
    expect(amountDecimals(tickE6)).toEqual(Option.some({ bought, proceeds }));
  });

  test("are not known at any other tick", () => {
    const other = fc.bigInt({ min: -1_000_000n, max: 1_000_000n });
    fc.assert(fc.property(other, (tickE6) => {
      const isTick = TICKS_E6.some((known) => known === tickE6);
      expect(Option.isSome(amountDecimals(tickE6))).toBe(isTick);
    }));
  });
});
