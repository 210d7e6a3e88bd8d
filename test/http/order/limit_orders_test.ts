import { describe, expect, test } from "bun:test";
import { NOW_MS } from "../edge/test_server.ts";
import { orderClient } from "./order_client.ts";

const KEY = { "idempotency-key": "first" };
const UNKNOWN = `0x${"0".repeat(64)}`;

describe("POST /orders", () => {
  test("places an order that rests, and says so with what it has traded", async () => {
    const { limit } = await orderClient();
    const { status, body } = await limit({ price: "0.400", size: "120.0", lifeS: "30" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      status: "live",
      order: {
        amount: 48,
        price: 0.4,
        size: 120,
        orderType: "GTC",
        expiresAt: null,
        lifeS: 30,
        postOnly: false,
      },
      filled: { shares: 100, usdc: 40, averagePrice: 0.4 },
    });
  });

  test("is matched where all of it trades at once, and replays by its meaning", async () => {
    const { limit, exchange } = await orderClient();
    const first = await limit({ price: "0.4" }, KEY);
    expect(first.body).toMatchObject({ status: "matched", filled: { shares: 20, usdc: 8 } });
    const again = await limit({ price: "0.40", orderType: `"gtc"`, postOnly: "false" }, KEY);
    expect([again.headers.get("idempotent-replayed"), again.body["orderId"]])
      .toEqual(["true", first.body["orderId"]]);
    expect((await limit({ price: "0.41" }, KEY)).status).toBe(409);
    expect(exchange.receivedOrders).toHaveLength(1);
  });

  test("previews what it would trade at once, and nothing where it would rest", async () => {
    const { limit, exchange } = await orderClient();
    const dryRun = { dryRun: "true" };
    const rests = await limit(dryRun);
    expect([rests.body["quote"], rests.body["fee"]]).toEqual([null, null]);
    expect(rests.body["unsigned"]).toMatchObject({ makerAmount: "7600000", expiration: "0" });
    const crosses = await limit({ ...dryRun, price: "0.41" });
    expect(crosses.body["quote"]).toMatchObject({ shares: 20, usdc: 8, averagePrice: 0.4 });
    expect((await limit({ ...dryRun, price: "0.41", postOnly: "true" })).body)
      .toMatchObject({ code: "bad_request", reason: "would_cross" });
    expect(exchange.receivedOrders).toEqual([]);
  });

  test("ends a GTD order a minute before the venue's own field, which is not signed", async () => {
    const { limit, server } = await orderClient();
    server.clock.stillMs = NOW_MS;
    const endSec = Math.ceil(NOW_MS / 1000) + 120;
    for (const expiresAt of [String(endSec), `"${new Date(endSec * 1000).toISOString()}"`]) {
      const { body } = await limit({ orderType: `"GTD"`, expiresAt, dryRun: "true" });
      expect(body).toMatchObject({
        order: { expiresAt: new Date(endSec * 1000).toISOString() },
        unsigned: { expiration: String(endSec + 60) },
      });
    }
  });

  test.each<[Record<string, string>, string, string, string]>([
    [{ price: "0.385" }, "off_tick", 'Cannot use price "0.385"', "Send 0.38 or 0.39"],
    [{ size: "4" }, "too_small", 'Cannot use size "4"', "Send at least 5 shares"],
    [{ size: "5.001" }, "invalid", 'Cannot use size "5.001"', "with at most 2 decimals"],
    [{ orderType: `"FOK"`, size: "5.5", price: "0.53" }, "accuracy", 'size "5.5"', "5 or 6 shares"],
    [{ orderType: `"GTD"` }, "invalid", 'orderType "GTD"', "Send expiresAt too"],
    [{ expiresAt: String(NOW_MS) }, "invalid", "Cannot use expiresAt", "orderType GTD alone"],
    [{ orderType: `"GTD"`, expiresAt: `"2020-01-01"` }, "expiration", "expiresAt", "120 s ahead"],
    [{ orderType: `"GTD"`, lifeS: "5" }, "invalid", 'Cannot use lifeS "5"', "GTC alone"],
    [{ lifeS: "0" }, "invalid", 'Cannot use lifeS "0"', "from 1 to 86400"],
    [{ orderType: `"FAK"`, postOnly: "true" }, "invalid", "Cannot use postOnly", "GTC or GTD"],
    [{ amount: "5" }, "invalid", 'Cannot use body field "amount"', "The body takes walletId"],
    [{ slug: `"nothing"` }, "unknown_market", "Cannot find the market", "Send the slug"],
    [{ outcome: `"sideways"` }, "unknown_outcome", "Cannot find the outcome", "Up, Down"],
  ])("refuses %j: %s", async (fields, reason, error, hint) => {
    const { limit, exchange } = await orderClient();
    const { body } = await limit(fields);
    expect(body["reason"]).toBe(reason);
    expect(body["error"]).toContain(error);
    expect(body["hint"]).toContain(hint);
    expect(exchange.receivedOrders).toEqual([]);
  });
});

describe("one order", () => {
  test("is shown in any state, and why it is gone, beside what the venue says", async () => {
    const { limit, ask, exchange } = await orderClient();
    const { body: { orderId } } = await limit();
    const path = `/orders/${String(orderId).toUpperCase().replace("X", "x")}`;
    const shown = await ask("GET", path);
    expect(shown.body).toMatchObject({
      ok: true,
      order: { order_id: orderId, state: "live", filled: { shares: 0, usdc: 0 }, why: null },
      venue: null,
      venue_at: expect.any(String),
    });
    exchange.hit(String(orderId), 5_000_000n);
    expect((await ask("DELETE", path)).body)
      .toEqual({ ok: true, canceled: [orderId], not_canceled: {} });
    expect((await ask("GET", path)).body["order"]).toMatchObject({
      state: "canceled",
      filled: { shares: 5, usdc: 1.9, averagePrice: 0.38 },
      why: "it was canceled on request",
      refusal: null,
    });
    expect((await ask("DELETE", path)).body["not_canceled"]).toEqual({
      [String(orderId)]: "canceled",
    });
  });

  test("that nobody knows is 404, and that is no hash 400", async () => {
    const { ask } = await orderClient();
    for (const method of ["GET", "DELETE"] as const) {
      expect((await ask(method, `/orders/${UNKNOWN}`)).body)
        .toMatchObject({ code: "not_found", reason: "unknown_order" });
    }
    const { status, body } = await ask("GET", "/orders/0x12" as never).catch(() => ({
      status: 400,
      body: {},
    }));
    expect([status, body]).toEqual([400, expect.anything()]);
  });

  test("is replaced once for its key", async () => {
    const { limit, ask, exchange } = await orderClient();
    const { body: { orderId } } = await limit();
    const replace = (body: Record<string, unknown>, headers: Record<string, string> = KEY) =>
      ask("POST", `/orders/${orderId}/replace`, { body, headers });
    expect((await replace({ price: 0.39 }, {})).body)
      .toMatchObject({ reason: "invalid", error: expect.stringContaining("Idempotency-Key") });
    expect((await replace({})).body["error"]).toContain("price or size");
    const first = await replace({ price: 0.39 });
    expect(first.body).toMatchObject({
      ok: true,
      canceled: true,
      filledBefore: 0,
      order: { status: "live", order: { price: 0.39, size: 20 } },
      why: null,
    });
    const again = await replace({ price: 0.390 });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body["order"]).toMatchObject({
      orderId: (first.body["order"] as { readonly orderId: string }).orderId,
    });
    expect((await replace({ price: 0.37 })).body["reason"]).toBe("key_reused");
    expect(exchange.receivedOrders).toHaveLength(2);
  });
});

describe("POST /orders/batch", () => {
  const entry = { slug: "btc-up", outcome: "Up", side: "BUY", price: 0.38, size: 20 };

  test("gives each order its own result, in the order of the request", async () => {
    const { ask, exchange } = await orderClient();
    const orders = [
      { ...entry, idempotencyKey: "a" },
      { ...entry, price: 0.4, postOnly: true },
      { ...entry, size: 1 },
      { ...entry, orderType: "GTD" },
    ];
    const { status, body } = await ask("POST", "/orders/batch", { body: { orders } });
    expect(status).toBe(200);
    expect(body["results"]).toMatchObject([
      { ok: true, status: "live", isReplayed: false },
      { ok: false, code: "bad_request", reason: "would_cross", hint: expect.any(String) },
      { ok: false, reason: "too_small" },
      { ok: false, reason: "invalid" },
    ]);
    const again = await ask("POST", "/orders/batch", { body: { orders: orders.slice(0, 1) } });
    expect(again.body["results"]).toMatchObject([{ ok: true, isReplayed: true }]);
    expect(exchange.receivedOrders).toHaveLength(2);
  });

  test("tells of an order whose answer was lost, with its hash", async () => {
    const { ask, fail, exchange } = await orderClient();
    fail({ kind: "lost_reply" });
    const { body } = await ask("POST", "/orders/batch", { body: { orders: [entry, entry] } });
    const lost = {
      ok: false,
      code: "unavailable",
      reason: "uncertain",
      orderId: exchange.receivedOrders[0]?.orderId,
    };
    expect(body["results"]).toContainEqual(expect.objectContaining(lost));
    expect(body["results"]).toContainEqual(expect.objectContaining({ ok: true }));
  });

  test("is refused as a whole where its form is wrong, and sends nothing", async () => {
    const { ask, exchange } = await orderClient();
    const refused = async (orders: unknown, headers = {}) =>
      (await ask("POST", "/orders/batch", { body: { orders }, headers })).body;
    expect(await refused([])).toMatchObject({ hint: "Send a list of 1 to 15 items" });
    expect(await refused(Array.from({ length: 16 }, () => entry)))
      .toMatchObject({ error: 'Cannot use orders "16 items"' });
    expect(await refused([entry, { ...entry, price: 2 }]))
      .toMatchObject({ error: 'Cannot use orders[1].price "2"', reason: "invalid" });
    expect(await refused([entry], KEY))
      .toMatchObject({ hint: expect.stringContaining("idempotencyKey in each order") });
    expect(exchange.receivedOrders).toEqual([]);
  });
});
