import { describe, expect, test } from "bun:test";
import {
  type OrderFields,
  orderOf,
  replacementOf,
  withWorstLimit,
} from "../../../app/console/wallets/order_fields.ts";

const FIELDS: OrderFields = {
  kind: "market",
  slug: " btc-updown-5m-1795465500 ",
  outcome: "Up",
  side: "BUY",
  amount: "5",
  orderType: "FOK",
  limitPrice: "",
  isWorstLimit: true,
  price: "0.53",
  size: "20",
  restType: "GTC",
  expiresAt: "2026-11-27 17:00",
  lifeS: "",
  isPostOnly: false,
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

describe("a previewed order", () => {
  const body = { walletId: "w", slug: "s", outcome: "Up", side: "BUY", amount: 5 } as const;
  const limit = { ...body, price: 0.5, size: 5 };

  test("trades no worse than its preview, unless its reader says otherwise", () => {
    const worst = { isWorstLimit: true, worstPrice: 0.54 };
    expect(withWorstLimit(body, worst)).toEqual({ ...body, limitPrice: 0.54 });
    expect(withWorstLimit(body, { ...worst, isWorstLimit: false })).toBe(body);
    const own = { ...body, limitPrice: 0.6 };
    expect([withWorstLimit(own, worst), withWorstLimit(limit, worst)]).toEqual([own, limit]);
  });

  test("has no limit where nothing of it would trade", () =>
    expect(withWorstLimit(body, { isWorstLimit: true, worstPrice: null })).toBe(body));
});

describe("a limit order", () => {
  const LIMIT: OrderFields = { ...FIELDS, kind: "limit" };
  const TERMS = { price: 0.53, size: 20 };

  test.each<[what: string, changes: Partial<OrderFields>, terms: object]>([
    ["rests without an end", {}, { orderType: "GTC" }],
    ["has a life", { lifeS: "30" }, { orderType: "GTC", lifeS: 30 }],
    ["may only rest", { isPostOnly: true }, { orderType: "GTC", postOnly: true }],
    [
      "ends at a time, which the service reads",
      { restType: "GTD", lifeS: "30" },
      { orderType: "GTD", expiresAt: "2026-11-27 17:00" },
    ],
  ])("%s", (_, changes, terms) =>
    expect(orderOf({ ...LIMIT, ...changes }, "w")).toEqual({
      walletId: "w",
      slug: "btc-updown-5m-1795465500",
      outcome: "Up",
      side: "BUY",
      ...TERMS,
      ...terms,
    }));

  test.each<[Partial<OrderFields>, string]>([
    [{ price: "" }, 'Cannot read the price ""'],
    [{ size: "0" }, 'Cannot read the size "0"'],
    [{ lifeS: "1.5" }, 'Cannot read the seconds "1.5"'],
    [{ lifeS: "0" }, 'Cannot read the seconds "0"'],
    [{ restType: "GTD", expiresAt: " " }, "without its end"],
  ])(
    "is not made of %j",
    (changes, fault) => expect(orderOf({ ...LIMIT, ...changes }, "w")).toContain(fault),
  );
});

describe("a replacement", () => {
  const former = { price: "0.5", size: "20" };
  const of = { walletId: "w", orderId: "0x1", former };

  test("sends what has changed alone, however it is spelled", () => {
    expect(replacementOf({ price: " .51", size: "20.0" }, of))
      .toEqual({ walletId: "w", orderId: "0x1", price: 0.51 });
    expect(replacementOf({ price: "0.50", size: "10" }, of))
      .toEqual({ walletId: "w", orderId: "0x1", size: 10 });
  });

  test("is none where nothing has changed, or cannot be read", () => {
    expect(replacementOf({ price: ".5", size: "20" }, of)).toContain("Change the price");
    expect(replacementOf({ price: "5", size: "20" }, of)).toContain('the price "5"');
    expect(replacementOf({ price: ".5", size: "-1" }, of)).toContain('the size "-1"');
  });
});
