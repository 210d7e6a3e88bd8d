import { describe, expect, test } from "bun:test";
import {
  filledText,
  limitText,
  loweredText,
  tradeText,
} from "../../../app/console/wallets/order_words.ts";

describe("orders in words", () => {
  test("say what is given", () => {
    expect(tradeText({ side: "BUY", outcome: "Up", amount: 5 })).toBe('Buy "Up" for 5 USDC');
    expect(tradeText({ side: "SELL", outcome: "Up", amount: 5.5 }))
      .toBe('Sell 5.5 shares of "Up"');
  });

  test("say which way a limit works", () => {
    expect(limitText({ side: "BUY", limitPrice: 0.5 })).toBe("at 0.5 USDC a share or less");
    expect(limitText({ side: "SELL", limitPrice: 0.5 })).toBe("at 0.5 USDC a share or more");
    expect(limitText({ side: "BUY" })).toContain("may be worse");
  });

  test("say what was lowered, and why", () => {
    expect(loweredText({ side: "BUY", amount: 10, loweredTo: 9.58 }))
      .toBe("9.58 USDC, so that the balance also covers the fee");
    expect(loweredText({ side: "SELL", amount: 20.11, loweredTo: 20.1 }))
      .toBe("20.1 shares, as the venue takes fewer decimals");
  });

  test("do not guess what the venue does not say", () => {
    expect(filledText({ shares: null, usdc: null, averagePrice: null }))
      .toBe("the venue has not said yet how much");
    expect(filledText({ shares: 9.8, usdc: 4.99, averagePrice: 0.51 }))
      .toBe("9.8 shares for 4.99 USDC without the fee, 0.51 a share on average");
  });
});
