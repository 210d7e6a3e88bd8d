import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { readBatchAnswer } from "../../../../adapters/polymarket/clob/batch_answer.ts";
import { readOrderAnswer } from "../../../../adapters/polymarket/clob/order_answer.ts";
import type { SendOutcome } from "../../../../core/order/mod.ts";

const ORDER = {
  side: "BUY",
  orderType: "FOK",
  makerAmountE6: 5_000_000n,
  takerAmountE6: 10_000_000n,
  secrets: ["s3cret"],
} as const;
const ID = `0x${"ab".repeat(32)}`;

describe("an order that can rest", () => {
  const limit = { ...ORDER, orderType: "GTC" } as const;
  const said = (body: object, order: object = {}) => {
    const text = JSON.stringify({ success: true, errorMsg: "", ...body });
    return readOrderAnswer({ status: 200, headers: new Headers(), text }, { ...limit, ...order });
  };
  const live = (
    isDelayed: boolean,
    sharesE6: bigint | null,
    usdcE6: bigint | null,
  ): SendOutcome => ({
    kind: "live",
    isDelayed,
    fill: { sharesE6: Option.fromNullOr(sharesE6), usdcE6: Option.fromNullOr(usdcE6) },
  });

  test.each([["live", false], ["unmatched", false], ["LIVE", false], ["delayed", true]])(
    "that is %s rests, whether the venue writes no amounts or zeros",
    (status, isDelayed) => {
      for (const amount of ["", "0", undefined]) {
        expect(said({ status, makingAmount: amount, takingAmount: amount }))
          .toEqual(live(isDelayed, 0n, 0n));
      }
    },
  );

  test("and is matched in part rests with the rest", () => {
    expect(said({ status: "matched", makingAmount: "2", takingAmount: "4" }))
      .toEqual(live(false, 4_000_000n, 2_000_000n));
    expect(said({ status: "matched", makingAmount: "4", takingAmount: "2" }, { side: "SELL" }))
      .toEqual(live(false, 4_000_000n, 2_000_000n));
    expect(said({ status: "matched", makingAmount: "", takingAmount: "" }))
      .toEqual(live(false, null, null));
  });

  test("and traded all of its shares is matched", () => {
    expect(said({ status: "matched", makingAmount: "4.9", takingAmount: "10" }))
      .toMatchObject({ kind: "matched", fill: { sharesE6: Option.some(10_000_000n) } });
  });
});

describe("the answer to a batch", () => {
  const orders = [1, 2, 3].map((number) => ({
    ...ORDER,
    orderType: "GTC" as const,
    orderId: `0x${String(number).repeat(64)}`,
  }));
  const rests = (number: number, fields: object = {}) => ({
    success: true,
    errorMsg: "",
    orderID: `0x${String(number).repeat(64)}`,
    status: "live",
    ...fields,
  });
  const readAll = (status: number, body: unknown) =>
    readBatchAnswer({ status, headers: new Headers(), text: JSON.stringify(body) }, orders);

  test("is judged entry by entry, by its message and its id", () => {
    const crossed = {
      ...rests(2),
      orderID: "",
      status: "",
      errorMsg: `order ${ID} crosses the book`,
    };
    expect(readAll(200, [rests(1), crossed, rests(3)])).toMatchObject([
      { kind: "live" },
      { kind: "refused", refusal: { reason: "would_cross" } },
      { kind: "live" },
    ]);
    // An entry that names another order, or none, says nothing of this one.
    expect(readAll(200, [rests(2), rests(2), rests(3, { orderID: "" })]))
      .toMatchObject([{ kind: "unknown" }, { kind: "live" }, { kind: "unknown" }]);
  });

  test("leaves every order unknown that it does not tell of for certain", () => {
    for (const body of [[], [rests(1)], {}, "no", [1, 2, 3]]) {
      expect(readAll(200, body)).toMatchObject(orders.map(() => ({ kind: "unknown" })));
    }
    expect(readAll(500, { error: "could not run the execution" }))
      .toMatchObject(orders.map(() => ({ kind: "unknown" })));
    expect(readAll(429, {})).toMatchObject(
      orders.map(() => ({ kind: "refused", refusal: { reason: "busy" } })),
    );
  });
});
