/** Orders whose fee has to come out of the same balance. @module */
import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { type BodyTexts, orderClient } from "./order_client.ts";

/** A BUY of 10 USDC at 0.40 has a fee of 0.42, at the rate 0.07. */
async function withBalance(usdc: number) {
  const client = await orderClient();
  client.exchange.putBalance(client.wallet.address, BigInt(Math.round(usdc * 1e6)));
  return client;
}

describe("a BUY of nearly the whole balance", () => {
  test("is lowered by its fee, in preview and answer, and is replayed as it was", async () => {
    const { place, exchange } = await withBalance(10);
    const shown = await place({ dryRun: "true" });
    expect(shown.body).toMatchObject({
      status: "preview",
      order: { amount: 10, loweredTo: 9.58 },
      quote: { usdc: 9.58 },
      unsigned: { makerAmount: "9580000" },
    });
    expect(exchange.receivedOrders).toHaveLength(0);
    const headers = { "idempotency-key": "once" };
    const { status, body } = await place({}, headers);
    expect([status, body]).toMatchObject([200, {
      status: "matched",
      order: { amount: 10, loweredTo: 9.58 },
      filled: { shares: 23.95, usdc: 9.58 },
    }]);
    const again = await place({}, headers);
    expect([again.headers.get("idempotent-replayed"), again.body]).toEqual(["true", body]);
    expect(exchange.receivedOrders.map(({ status }) => status.kind))
      .toEqual(["refused", "matched"]);
  });

  test("is lowered once more where a smaller one is cheaper, and pays a higher fee", async () => {
    const { place, exchange } = await withBalance(30.5);
    // 30 are available at 0.30. At 0.60 the fee is 0.854, so that 29.64 would be left, but of these
    // it is 1.4524 at 0.30.
    const sizeE6 = 100_000_000n;
    const asks = [{ priceE6: 300_000n, sizeE6 }, { priceE6: 600_000n, sizeE6 }];
    exchange.putBook("11", { bids: [], asks });
    expect((await place({ amount: "30.5" })).body)
      .toMatchObject({ order: { amount: 30.5, loweredTo: 29.04 }, filled: { usdc: 29.04 } });
  });

  test("is shown lowered exactly where it is placed lowered", async () => {
    for (const balance of [49.5, 51.9, 52.02, 52.03, 53]) {
      const { place } = await withBalance(balance);
      const shown = await place({ amount: "49.50", dryRun: "true" });
      const { body } = await place({ amount: "49.50" });
      expect(shown.body["order"]).toEqual(body["order"]);
    }
  });
});

test.each<[order: string, balance: number, fields: BodyTexts]>([
  ["A BUY whose fee fits", 10.42, {}],
  ["A BUY of a market without a fee", 10, { slug: `"btc-free"` }],
  ["A SELL, which takes no fee from the balance,", 0, { side: `"SELL"` }],
])("%s is not lowered", async (_, balance, fields) => {
  const { place, exchange } = await withBalance(balance);
  for (const dryRun of ["true", "false"]) {
    const { status, body } = await place({ ...fields, dryRun });
    expect(status).toBe(200);
    expect(body["order"]).not.toHaveProperty("loweredTo");
  }
  expect(exchange.receivedOrders).toHaveLength(1);
});

describe("a BUY beyond the balance", () => {
  test.each([
    [9.99, "10", "of which at most 9.57 USDC can be spent here"],
    [0.5, "10", "of which at most 0.47 USDC can be spent here"],
    [0, "10", "of which at most 0 USDC can be spent here"],
    // Less than the venue's minimum.
    [1, "1", "of which at most 0.95 USDC can be spent here"],
  ])("of %d USDC is refused, shown or placed, with what would fit", async (usdc, amount, fits) => {
    const { place, exchange } = await withBalance(usdc);
    const why = `the wallet has ${usdc} USDC, ${fits}`;
    const shown = await place({ amount, dryRun: "true" });
    expect([shown.status, shown.body["code"]]).toEqual([400, "bad_request"]);
    expect(shown.body["error"]).toStartWith(`Cannot spend ${amount} USDC: ${why}`);
    const { status, body } = await place({ amount });
    expect(status).toBe(400);
    expect(body["error"]).toStartWith("Cannot place the order: not enough balance / allowance");
    expect(body["error"]).toContain(why);
    expect(exchange.receivedOrders).toHaveLength(1);
  });

  test("reports only the venue's message if it was lowered and refused again", async () => {
    const { place, exchange } = await withBalance(10);
    const decide = exchange.decide.bind(exchange);
    const message = "active orders";
    const refusal = { reason: "balance", message, retryAfterSec: Option.none() } as const;
    exchange.decide = (...question) => {
      decide(...question);
      return { kind: "refused", refusal };
    };
    const { status, body } = await place();
    expect([status, body["error"]]).toEqual([400, "Cannot place the order: active orders"]);
    expect(exchange.receivedOrders).toHaveLength(2);
  });
});
