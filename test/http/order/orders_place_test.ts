import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { JsonNumber } from "../../../core/json/mod.ts";
import { UNLIMITED, UNSTATED_FILL } from "../../../core/order/mod.ts";
import { orderClient } from "./order_client.ts";

const KEY = { "idempotency-key": "first" };

describe("POST /simpleOrders/easyMarketOrder", () => {
  test("buys for an amount of money, and returns the fill", async () => {
    const { place, exchange } = await orderClient();
    const { status, body, exact, headers } = await place({ amount: "50.00" });
    const [entry] = exchange.receivedOrders;
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      orderId: entry?.orderId,
      status: "matched",
      order: {
        slug: "btc-up",
        outcome: "Up",
        tokenId: "11",
        side: "BUY",
        amount: 50,
        negRisk: false,
      },
      filled: { shares: 123.809523, usdc: 50, averagePrice: 0.40384616 },
    });
    expect(exact).toMatchObject({ order: { amount: new JsonNumber("50") } });
    expect(body["latencyS"]).toBeGreaterThanOrEqual(0);
    expect(headers.has("idempotent-replayed")).toBe(false);
    expect(exchange.receivedOrders).toHaveLength(1);
  });

  test("sells shares, in another case, on a negRisk market of another event", async () => {
    const { place, exchange } = await orderClient();
    const { status, body } = await place({
      slug: `"candidate-a"`,
      eventSlug: `"election"`,
      outcome: `" yes "`,
      side: `"sell"`,
      amount: "20",
      orderType: `"fak"`,
      limitPrice: "0.15",
    });
    expect([status, body["order"], body["filled"]]).toEqual([
      200,
      {
        slug: "candidate-a",
        outcome: "Yes",
        tokenId: "21",
        side: "SELL",
        amount: 20,
        negRisk: true,
      },
      { shares: 20, usdc: 3.1, averagePrice: 0.155 },
    ]);
    expect(exchange.receivedOrders[0]?.sent.orderType).toBe("FAK");
  });

  test("looks up what the venue leaves out of a match, null until it is known", async () => {
    const { place, exchange } = await orderClient();
    const decide = exchange.decide.bind(exchange);
    const unstated = { kind: "matched", fill: UNSTATED_FILL } as const;
    exchange.decide = (...question) => {
      decide(...question);
      return unstated;
    };
    const { body: found } = await place();
    expect([found["status"], found["filled"]])
      .toEqual(["matched", { shares: 25, usdc: 10, averagePrice: 0.4 }]);
    exchange.decide = (entry, apiKey) => {
      decide(entry, apiKey);
      return entry.status = unstated;
    };
    const key = { "idempotency-key": "unstated" };
    const { status, body } = await place({}, key);
    expect([status, body["status"], body["filled"]])
      .toEqual([200, "matched", { shares: null, usdc: null, averagePrice: null }]);
    const last = exchange.receivedOrders.at(-1);
    if (last !== undefined) {
      last.status = {
        kind: "matched",
        fill: { sharesE6: Option.some(9_803_921n), usdcE6: Option.some(4_999_999n) },
      };
    }
    const { body: later } = await place({}, key);
    expect([later["status"], later["filled"]])
      .toEqual(["matched", { shares: 9.803921, usdc: 4.999999, averagePrice: 0.50999993 }]);
    expect(exchange.receivedOrders).toHaveLength(2);
  });
});

describe("dryRun", () => {
  test("shows quote, fee and order, and neither signs nor sends", async () => {
    const { place, exchange, wallet } = await orderClient();
    const { status, body, exact } = await place({ amount: "50", dryRun: "true" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      status: "preview",
      order: { slug: "btc-up", outcome: "Up", tokenId: "11", amount: 50 },
      quote: {
        averagePrice: 0.40384615,
        worstPrice: 0.42,
        shares: 123.809523,
        usdc: 50,
        levels: 2,
      },
      fee: { chargedIn: "usdc", usdc: 2.08654 },
    });
    expect(body["unsigned"]).toEqual({
      salt: 1,
      maker: wallet.funder,
      signer: wallet.address,
      tokenId: "11",
      makerAmount: "50000000",
      takerAmount: "119047600",
      side: "BUY",
      signatureType: 0,
      timestamp: expect.stringMatching(/^\d{13}$/),
      expiration: "0",
      metadata: expect.stringMatching(/^0x0*$/),
      builder: expect.stringMatching(/^0x[0-9a-f]*$/),
      exchange: { address: expect.stringMatching(/^0x/), version: 2 },
    });
    expect(exact).toMatchObject({ unsigned: { salt: new JsonNumber("1") } });
    expect(body).not.toHaveProperty("orderId");
    expect(exchange.receivedOrders).toHaveLength(0);
  });

  test("neither uses a key nor answers by one, and false is no dry run", async () => {
    const { place, exchange } = await orderClient();
    expect((await place({ dryRun: "true" }, KEY)).body["status"]).toBe("preview");
    const placed = await place({ dryRun: "false" }, KEY);
    expect([placed.body["status"], placed.headers.has("idempotent-replayed")])
      .toEqual(["matched", false]);
    expect((await place({ dryRun: "true" }, KEY)).body["status"]).toBe("preview");
    expect((await place({}, KEY)).headers.get("idempotent-replayed")).toBe("true");
    expect(exchange.receivedOrders).toHaveLength(1);
  });

  test("is 503 if the fee is unknown, and the order can still be placed", async () => {
    const { place } = await orderClient();
    const { status, body } = await place({ slug: `"btc-odd-fee"`, dryRun: "true" });
    expect([status, body["code"]]).toEqual([503, "unavailable"]);
    expect(body["hint"]).toContain("without dryRun");
    expect((await place({ slug: `"btc-odd-fee"` })).status).toBe(200);
  });
});

describe("a wallet's limits", () => {
  test("keep back one order, dry or not, and what is over a day's, and are named", async () => {
    const limits = {
      ...UNLIMITED,
      orderMaxE6: Option.some(9_990_000n),
      dayMaxE6: Option.some(15_000_000n),
    };
    const { place, exchange } = await orderClient({ limits });
    for (const dryRun of ["true", "false"]) {
      const { status, body } = await place({ dryRun });
      expect([status, body["code"]]).toEqual([403, "forbidden"]);
      expect(body["error"])
        .toBe("Cannot place an order of 10 USDC: the wallet's limit for one order is 9.99 USDC");
      expect(body["hint"]).toContain("max_order_usdc is 9.99");
    }
    expect(exchange.receivedOrders).toHaveLength(0);
    expect((await place({ amount: "9.99" })).status).toBe(200);
    const { status, body } = await place({ amount: "9" });
    expect([status, body["code"]]).toEqual([403, "forbidden"]);
    expect(body["hint"]).toContain("max_daily_usdc is 15, of which 9.99 are used");
    expect(exchange.receivedOrders).toHaveLength(1);
    expect((await place({ amount: "5" })).status).toBe(200);
  });
});

describe("a venue that is down", () => {
  test("is 503 for an order of a market that nobody has traded here yet", async () => {
    const { place, setDown, exchange, server } = await orderClient();
    expect((await place({ amount: "1" })).status).toBe(200);
    setDown(true);
    const cold = await place({ slug: `"candidate-a"`, outcome: `"Yes"` });
    expect([cold.status, cold.body["code"]]).toEqual([503, "unavailable"]);
    expect(cold.body["error"]).toContain("venue orders");
    expect(JSON.stringify(server.causes)).toContain("down");
    setDown(false);
    expect(exchange.receivedOrders).toHaveLength(1);
  });

  test("pauses order entry after ten failures, and still cancels", async () => {
    const { place, fail, cancel, wallet, exchange } = await orderClient();
    const refusal = { reason: "paused", message: "cancel-only", retryAfterSec: Option.some(79) };
    for (let round = 0; round < 10; round++) {
      fail({ kind: "refused", refusal: { ...refusal, reason: "paused" } });
      const { status, headers, body } = await place({ amount: "1" });
      expect([status, headers.get("retry-after")]).toEqual([503, "79"]);
      expect(body["error"]).toBe("Cannot place the order: cancel-only");
    }
    const { status, headers, body } = await place({ amount: "1" });
    expect([status, body["code"]]).toEqual([503, "unavailable"]);
    expect(Number(headers.get("retry-after"))).toBeWithin(1, 6);
    expect(body["error"]).toStartWith("Cannot place orders now");
    expect(exchange.receivedOrders).toHaveLength(0);
    expect((await cancel(`walletId=${wallet.id}`)).status).toBe(200);
  });

  test("differs from a store that is slow, which says nothing of the venue", async () => {
    const { place, hands, exchange } = await orderClient();
    hands.storingMs = 2_000;
    for (let round = 0; round < 11; round++) {
      const { status, body } = await place({ amount: "1" });
      expect([status, body["error"]]).toEqual([
        503,
        "Cannot place the order: storing it took too long, so it was not sent",
      ]);
    }
    expect(exchange.receivedOrders).toHaveLength(0);
    hands.storingMs = 0;
    expect((await place({ amount: "1" })).status).toBe(200);
  });

  test("differs from one that delays orders: order entry continues", async () => {
    const { place, fail, exchange } = await orderClient();
    for (let round = 0; round < 11; round++) {
      fail({ kind: "undecided", ms: 60_000 });
      const { status, body } = await place({ amount: "1" });
      expect([status, body["error"]]).toEqual([503, expect.stringContaining("has delayed it")]);
    }
    expect((await place({ amount: "1" })).status).toBe(200);
    expect(exchange.receivedOrders).toHaveLength(12);
  });
});
