import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { orderClient } from "./order_client.ts";

const LEVEL = { sizeE6: 1_000_000_000n };
const STALE = {
  kind: "refused",
  refusal: { reason: "stale", message: "order_version_mismatch", retryAfterSec: Option.none() },
} as const;
const NOT_ENOUGH = {
  kind: "refused",
  refusal: {
    reason: "funds",
    message: "not enough balance / allowance",
    retryAfterSec: Option.none(),
  },
} as const;
const KEY = { "idempotency-key": "unsettled" };

describe("a SELL that the venue refuses for want of shares", () => {
  const SELL = { side: `"SELL"`, amount: "20" };

  test("is sent once more, after a fresh look at them, if they were just bought", async () => {
    const client = await orderClient();
    const { place, exchange } = client;
    expect((await place({ amount: "10" })).status).toBe(200);
    const seen = exchange.sharesE6.bind(exchange);
    let isRead = false;
    exchange.sharesE6 = (address, tokenId) => {
      isRead = true;
      return seen(address, tokenId);
    };
    const decide = exchange.decide.bind(exchange);
    exchange.decide = (entry, apiKey) => isRead ? decide(entry, apiKey) : entry.status = NOT_ENOUGH;
    const { status, body } = await place(SELL, KEY);
    expect([status, body["filled"]]).toMatchObject([200, { shares: 20 }]);
    expect(exchange.receivedOrders).toHaveLength(3);
  });

  test("may pass a moment later, with the same key, while they are not settled", async () => {
    const { place, fail, exchange, wallet } = await orderClient();
    expect((await place({ amount: "10" })).status).toBe(200);
    exchange.putShares(wallet.address, "11", 0n);
    fail(NOT_ENOUGH, NOT_ENOUGH);
    const { status, body, headers } = await place(SELL, KEY);
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    expect(body["error"]).toMatch(/not enough balance .*bought \d+ s ago may not be settled yet/);
    const again = await place(SELL, KEY);
    expect([again.status, again.body["filled"]]).toMatchObject([200, { shares: 20 }]);
  });

  test.each([[119_999, 503], [120_000, 400]])(
    "may pass until the purchase is two minutes old: after %d ms it is %d",
    async (ageMs, expected) => {
      const { place, fail, server } = await orderClient();
      const boughtMs = Date.UTC(2026, 7, 22);
      server.clock.stillMs = boughtMs;
      expect((await place({ amount: "10" })).status).toBe(200);
      server.clock.stillMs = boughtMs + ageMs;
      fail(NOT_ENOUGH, NOT_ENOUGH);
      expect((await place(SELL, KEY)).status).toBe(expected);
    },
  );

  test("may pass a moment later where it sells exactly what was bought", async () => {
    const { place, fail, exchange, wallet } = await orderClient();
    for (const _ of [1, 2]) await place({ amount: "10" }, { "idempotency-key": "bought" });
    exchange.putShares(wallet.address, "11", 0n);
    fail(NOT_ENOUGH, NOT_ENOUGH);
    expect((await place({ ...SELL, amount: "25" }, KEY)).status).toBe(503);
  });

  test("is refused for good where the BUY was refused", async () => {
    const { place, fail } = await orderClient();
    fail(STALE, STALE, NOT_ENOUGH);
    for (const _ of [1, 2]) await place({ amount: "10" }, { "idempotency-key": "bought" });
    expect((await place(SELL, KEY)).status).toBe(400);
  });

  test("may pass a moment later as well where the venue cannot look for them", async () => {
    const { place, fail, venue } = await orderClient();
    expect((await place({ amount: "10" })).status).toBe(200);
    const { sharesE6 } = venue;
    Object.assign(venue, { sharesE6: () => Effect.fail("no answer") });
    fail(NOT_ENOUGH, NOT_ENOUGH);
    const { status, headers } = await place(SELL, KEY);
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    Object.assign(venue, { sharesE6 });
    expect((await place(SELL, KEY)).status).toBe(200);
  });

  test("may pass a moment later also where it was remade before, for another reason", async () => {
    const { place, fail, exchange } = await orderClient();
    expect((await place({ amount: "10" })).status).toBe(200);
    fail(STALE, NOT_ENOUGH);
    const { status, headers } = await place(SELL, KEY);
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    expect((await place(SELL, KEY)).status).toBe(200);
    expect(exchange.receivedOrders).toHaveLength(2);
  });

  test("may pass a moment later where more was bought than is looked at", async () => {
    const { place, fail, exchange, wallet } = await orderClient();
    exchange.putBook("11", {
      bids: [{ ...LEVEL, priceE6: 380_000n }],
      asks: [{ ...LEVEL, priceE6: 400_000n }],
    });
    // 2.5 shares each, and one more than 50 orders. The last request waits until all are stored.
    for (let bought = 0; bought <= 51; bought += 1) {
      const key = { "idempotency-key": String(Math.min(bought, 50)) };
      expect((await place({ amount: "1" }, key)).status).toBe(200);
    }
    exchange.putShares(wallet.address, "11", 0n);
    fail(NOT_ENOUGH, NOT_ENOUGH);
    expect((await place({ ...SELL, amount: "127.5" }, KEY)).status).toBe(503);
  });

  test("is refused for good where all that was bought would not be enough", async () => {
    const { place, fail, exchange, wallet } = await orderClient();
    // 25 are bought. The second request waits until the first one's outcome is stored.
    for (const _ of [1, 2]) await place({ amount: "10" }, { "idempotency-key": "bought" });
    exchange.putShares(wallet.address, "11", 4_000_000n);
    fail(NOT_ENOUGH);
    const { status, headers } = await place({ ...SELL, amount: "29.01" }, KEY);
    expect([status, headers.has("retry-after")]).toEqual([400, false]);
    expect((await place({ ...SELL, amount: "29.01" }, KEY)).headers.get("idempotent-replayed"))
      .toBe("true");
  });

  test.each([
    ["nothing was bought", {}],
    ["another market was bought", { slug: `"btc-free"` }],
    ["another outcome was bought", { outcome: `"Down"` }],
    ["shares were sold", { side: `"SELL"`, amount: "5" }],
  ])("is refused for good where %s", async (_, before) => {
    const { place, fail, exchange } = await orderClient();
    exchange.putBook("12", { bids: [], asks: [{ ...LEVEL, priceE6: 600_000n }] });
    if (Object.keys(before).length > 0) expect((await place(before)).status).toBe(200);
    fail(NOT_ENOUGH);
    expect((await place(SELL, KEY)).status).toBe(400);
  });
});
