import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { orderClient } from "./order_client.ts";

/** A BUY of 10 USDC at 0.40 has a fee of 0.42, at the rate 0.07. */
async function withBalance(usdc: number) {
  const client = await orderClient();
  client.exchange.putBalance(client.wallet.address, BigInt(Math.round(usdc * 1e6)));
  return client;
}

describe("a BUY of nearly the whole balance", () => {
  test("is lowered by its fee, and reports it", async () => {
    const { place, exchange } = await withBalance(10);
    const { status, body } = await place();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "matched",
      order: { amount: 10, loweredTo: 9.58 },
      filled: { shares: 23.95, usdc: 9.58 },
    });
    expect(exchange.receivedOrders.map(({ status }) => status.kind)).toEqual([
      "refused",
      "matched",
    ]);
  });

  test("returns the same when it is repeated, and trades no more", async () => {
    const { place, exchange } = await withBalance(10);
    const headers = { "idempotency-key": "once" };
    const first = await place({}, headers);
    const again = await place({}, headers);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    expect(exchange.receivedOrders.filter(({ status }) => status.kind === "matched")).toHaveLength(
      1,
    );
  });

  test("is lowered once more where a smaller one is cheaper, and pays a higher fee", async () => {
    const { place, exchange } = await withBalance(30.5);
    // 30 are available at 0.30. At 0.60 the fee is 0.854, so that 29.64 would be left, but of these
    // it is 1.4524 at 0.30.
    const [cheap, dear] = [{ priceE6: 300_000n, sizeE6: 100_000_000n }, {
      priceE6: 600_000n,
      sizeE6: 100_000_000n,
    }];
    exchange.putBook("11", { bids: [], asks: [cheap, dear] });
    expect((await place({ amount: "30.5" })).body)
      .toMatchObject({ order: { amount: 30.5, loweredTo: 29.04 }, filled: { usdc: 29.04 } });
  });

  test("is unchanged if the market publishes no fee", async () => {
    const { place } = await withBalance(10);
    for (const dryRun of ["true", "false"]) {
      const { status, body } = await place({ slug: `"btc-free"`, dryRun });
      expect(status).toBe(200);
      expect(body["order"]).not.toHaveProperty("loweredTo");
    }
  });

  test("is shown lowered exactly where it is placed lowered", async () => {
    for (const balance of [49.5, 50, 51.9, 52.02, 52.03, 52.1, 53]) {
      const { place } = await withBalance(balance);
      const shown = await place({ amount: "49.50", dryRun: "true" });
      const { body } = await place({ amount: "49.50" });
      expect(shown.body["order"]).toEqual(body["order"]);
    }
  });

  test("is unchanged if the fee fits", async () => {
    const { place, exchange } = await withBalance(10.42);
    const { status, body } = await place();
    expect([status, body["order"]]).toEqual([200, expect.not.objectContaining({ loweredTo: 1 })]);
    expect(body["order"]).not.toHaveProperty("loweredTo");
    expect(exchange.receivedOrders).toHaveLength(1);
  });

  test("is previewed as lowered, and not placed", async () => {
    const { place, exchange } = await withBalance(10);
    const { body } = await place({ dryRun: "true" });
    expect(body).toMatchObject({
      status: "preview",
      order: { amount: 10, loweredTo: 9.58 },
      quote: { usdc: 9.58 },
      unsigned: { makerAmount: "9580000" },
    });
    expect(exchange.receivedOrders).toHaveLength(0);
  });
});

describe("a BUY beyond the balance", () => {
  test.each([
    [9.99, "the wallet has 9.99 USDC, of which at most 9.57 USDC can be spent here"],
    [0.5, "the wallet has 0.5 USDC, of which at most 0.47 USDC can be spent here"],
    [0, "the wallet has 0 USDC, of which at most 0 USDC can be spent here"],
  ])("of %d USDC is refused with what would fit", async (balance, message) => {
    const { place, exchange } = await withBalance(balance);
    const { status, body } = await place();
    expect(status).toBe(400);
    expect(body["error"]).toStartWith("Cannot place the order: not enough balance / allowance");
    expect(body["error"]).toContain(message);
    expect(exchange.receivedOrders).toHaveLength(1);
  });

  test.each([9.99, 0.5, 0])("of %d USDC is not shown as if it could be placed", async (balance) => {
    const { place } = await withBalance(balance);
    const { status, body } = await place({ dryRun: "true" });
    expect([status, body["code"]]).toEqual([400, "bad_request"]);
    expect(body["error"]).toStartWith(`Cannot spend 10 USDC: the wallet has ${balance} USDC, of`);
  });

  test("reports only the venue's message if it was lowered and refused again", async () => {
    const { place, exchange } = await withBalance(10);
    const decide = exchange.decide.bind(exchange);
    const refusal = {
      reason: "funds",
      message: "active orders",
      retryAfterSec: Option.none(),
    } as const;
    exchange.decide = (...question) => {
      decide(...question);
      return { kind: "refused", refusal };
    };
    const { status, body } = await place();
    expect([status, body["error"]]).toEqual([400, "Cannot place the order: active orders"]);
    expect(exchange.receivedOrders).toHaveLength(2);
  });

  test("that would be lowered below the venue's minimum is refused", async () => {
    const { place, exchange } = await withBalance(1);
    const { status, body } = await place({ amount: "1" });
    expect([status, body["error"]]).toEqual([
      400,
      expect.stringContaining("at most 0.95 USDC can"),
    ]);
    expect(exchange.receivedOrders).toHaveLength(1);
  });
});

test("a SELL takes no fee from the balance", async () => {
  const { place } = await withBalance(0);
  const { status, body } = await place({ side: `"SELL"` });
  expect([status, body["status"]]).toEqual([200, "matched"]);
});
