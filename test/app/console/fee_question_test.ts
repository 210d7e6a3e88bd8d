/** What is sent for the trade that a reader enters. @module */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { BigDecimal } from "effect";
import { estimateBody, type FeeQuestion } from "../../../app/console/tools/fee_question.ts";

const question: FeeQuestion = {
  event: "btc-updown-5m-1",
  side: "BUY",
  shares: "100",
  price: "0.5",
};

test("a purchase gives USDC for shares, and a sale shares for USDC", () => {
  expect(estimateBody(question)).toEqual({
    eventSlug: "btc-updown-5m-1",
    side: "BUY",
    makingAmount: 50,
    takingAmount: 100,
  });
  expect(estimateBody({ ...question, side: "SELL", event: " 260654 ", price: ".07" })).toEqual({
    eventId: "260654",
    side: "SELL",
    makingAmount: 100,
    takingAmount: 7,
  });
});

test("USDC is shares times price to the last digit", () => {
  const decimal = (digits: number) =>
    fc.tuple(fc.bigInt({ min: 1n, max: 10n ** BigInt(digits) - 1n }), fc.nat({ max: digits }));
  const text = ([units, places]: readonly [bigint, number]) =>
    BigDecimal.format(BigDecimal.make(units, places));
  fc.assert(
    fc.property(decimal(7), decimal(7), (shares, [units]) => {
      const price = [units, 7] as const;
      const body = estimateBody({ ...question, shares: text(shares), price: text(price) });
      if (typeof body === "string") throw new Error(body);
      const exact = BigDecimal.make(shares[0] * units, shares[1] + 7);
      expect(BigDecimal.equals(BigDecimal.fromNumberUnsafe(body.makingAmount), exact)).toBe(true);
    }),
    { examples: [[[3n, 1], [1_000_000n, 0]]] },
  );
});

test("what cannot be sent is refused in words", () => {
  for (
    const wrong of [
      { event: " " },
      ...["", ".", "0", "-1", "1e3", "a", "1,5", "0.00", "9".repeat(101)].map((shares) => ({
        shares,
      })),
      ...["", "0", "1", "1.0", "1.5", "-0.5", "0.5x"].map((price) => ({ price })),
      { shares: "1234567890123456" },
      { shares: "12345678.1", price: "0.12345671" },
    ]
  ) {
    expect([wrong, typeof estimateBody({ ...question, ...wrong })]).toEqual([wrong, "string"]);
  }
});
