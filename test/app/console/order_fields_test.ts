import { describe, expect, test } from "bun:test";
import { type OrderFields, orderOf } from "../../../app/console/wallets/order_fields.ts";

const FIELDS: OrderFields = {
  slug: " btc-updown-5m-1795465500 ",
  outcome: "Up",
  side: "BUY",
  amount: "5",
  orderType: "FOK",
  limitPrice: "",
};

describe("an order", () => {
  test("has the fields without what surrounds them", () => {
    expect(orderOf(FIELDS, "w")).toEqual({
      walletId: "w",
      slug: "btc-updown-5m-1795465500",
      outcome: "Up",
      side: "BUY",
      amount: 5,
      orderType: "FOK",
    });
  });

  test("has a limit only where one is written", () => {
    expect(orderOf({ ...FIELDS, limitPrice: ".55" }, "w")).toMatchObject({ limitPrice: 0.55 });
  });

  test.each(["12.50", "0.01", "999999999.999999"])("is worth exactly %s", (amount) => {
    const order = orderOf({ ...FIELDS, amount }, "w");
    const sent = JSON.stringify(order).match(/"amount":([^,]+)/)?.[1];
    expect(sent).toBe(amount.replace(/0$/, ""));
  });

  test.each(["", "0", "0.00", "5,10", "-1", "1e3", "0x10", "5 USDC", "1.1234567", "٣"])(
    "is not made of the amount %p",
    (amount) => expect(orderOf({ ...FIELDS, amount }, "w")).toContain("Cannot read the amount"),
  );

  test.each(["0", "0.0", "1", "1.5", "0,5", "-0.5", "0.1234567", "half"])(
    "is not made of the limit price %p",
    (limitPrice) =>
      expect(orderOf({ ...FIELDS, limitPrice }, "w")).toContain("Cannot read the limit price"),
  );
});
