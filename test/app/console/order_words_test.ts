import { describe, expect, test } from "bun:test";
import { filledText, limitText, tradeText } from "../../../app/console/wallets/order_words.ts";

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

  test("do not guess what the venue does not say", () => {
    expect(filledText({ shares: null, usdc: null, averagePrice: null }))
      .toBe("the venue does not say how much");
    expect(filledText({ shares: 9.8, usdc: 4.99, averagePrice: 0.51 }))
      .toBe("9.8 shares for 4.99 USDC without the fee, 0.51 a share on average");
  });
});
