import { describe, expect, test } from "bun:test";
import { orderClient } from "./order_client.ts";

/** A BUY of 10 USDC at 0.40 has a fee of 0.42, at the rate 0.07. */
async function withBalance(usdc: number) {
  const client = await orderClient();
  client.exchange.putBalance(client.wallet.address, BigInt(Math.round(usdc * 1e6)));
  return client;
}

describe("a BUY of nearly the whole balance", () => {
  test("is lowered by its fee, and says so", async () => {
    const { place, exchange } = await withBalance(10);
    const { status, body } = await place();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "matched",
      order: { amount: 10, loweredTo: 9.58 },
      filled: { shares: 23.95, usdc: 9.58 },
    });
    expect(exchange.ledger.map(({ standing }) => standing.kind)).toEqual(["refused", "matched"]);
  });

  test("says the same when it is repeated, and trades nothing more", async () => {
    const { place, exchange } = await withBalance(10);
    const headers = { "idempotency-key": "once" };
    const first = await place({}, headers);
    const again = await place({}, headers);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    expect(exchange.ledger.filter(({ standing }) => standing.kind === "matched")).toHaveLength(1);
  });

  test("leaves room for the fee of the cheapest shares it gets", async () => {
    const { place } = await withBalance(50);
    // 40 of it are to be had at 0.40, the rest at 0.42.
    expect((await place({ amount: "50" })).body)
      .toMatchObject({ order: { amount: 50, loweredTo: 47.9 }, filled: { usdc: 47.9 } });
  });

  test("is as it was asked for wherever the fee fits", async () => {
    const { place, exchange } = await withBalance(10.42);
    const { status, body } = await place();
    expect([status, body["order"]]).toEqual([200, expect.not.objectContaining({ loweredTo: 1 })]);
    expect(body["order"]).not.toHaveProperty("loweredTo");
    expect(exchange.ledger).toHaveLength(1);
  });

  test("is shown as it would be lowered, and nothing is placed", async () => {
    const { place, exchange } = await withBalance(10);
    const { body } = await place({ dryRun: "true" });
    expect(body).toMatchObject({
      status: "preview",
      order: { amount: 10, loweredTo: 9.58 },
      quote: { usdc: 9.58 },
      unsigned: { makerAmount: "9580000" },
    });
    expect(exchange.ledger).toHaveLength(0);
  });
});

describe("a BUY beyond the balance", () => {
  test.each([
    [9.99, "the wallet has 9.99 USDC, of which at most 9.57 can be spent here"],
    [0.5, "the wallet has 0.5 USDC, of which at most 0.47 can be spent here"],
    [0, "the wallet has 0 USDC, of which at most 0 can be spent here"],
  ])("of %d USDC is refused with what would fit", async (balance, words) => {
    const { place, exchange } = await withBalance(balance);
    const { status, body } = await place();
    expect(status).toBe(400);
    expect(body["error"]).toStartWith("Cannot place the order: not enough balance / allowance");
    expect(body["error"]).toContain(words);
    expect(exchange.ledger).toHaveLength(1);
  });

  test("that would be lowered below the venue's minimum is refused", async () => {
    const { place, exchange } = await withBalance(1);
    const { status, body } = await place({ amount: "1" });
    expect([status, body["error"]]).toEqual([400, expect.stringContaining("at most 0.95 can")]);
    expect(exchange.ledger).toHaveLength(1);
  });
});

test("a SELL takes no fee from the balance", async () => {
  const { place } = await withBalance(0);
  const { status, body } = await place({ side: `"SELL"` });
  expect([status, body["status"]]).toEqual([200, "matched"]);
});
