import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import type { OrderFill } from "../../../core/order/mod.ts";
import { NOON_MS } from "../../contract/order_fixture.ts";
import { fillsClient } from "./fills_client.ts";
import { type BodyTexts, orderClient } from "./order_client.ts";

const LEVEL = { sizeE6: 1_000_000_000n };
const refusedFor = (reason: "stale" | "balance", message: string) =>
  ({ kind: "refused", refusal: { reason, message, retryAfterSec: Option.none() } }) as const;
const STALE = refusedFor("stale", "order_version_mismatch");
const NOT_ENOUGH = refusedFor("balance", "not enough balance / allowance");
const KEY = { "idempotency-key": "unsettled" };
const BOUGHT = { "idempotency-key": "bought" };
const SELL = { side: `"SELL"`, amount: "20" };

/** A client that has just bought 25 shares, which are stored when it is asked once more. */
async function bought() {
  const client = await orderClient();
  for (const _ of [1, 2]) expect((await client.place({}, BOUGHT)).status).toBe(200);
  return client;
}

describe("a SELL that the venue refuses for want of shares", () => {
  test("is sent once more, after a fresh look at them, if they were just bought", async () => {
    const { place, exchange } = await bought();
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
    const { place, fail, exchange, wallet } = await bought();
    exchange.putShares(wallet.address, "11", 0n);
    fail(NOT_ENOUGH, NOT_ENOUGH);
    const { status, body, headers } = await place(SELL, KEY);
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    expect(body["error"]).toMatch(/not enough balance .*bought \d+ s ago may not be settled yet/);
    const again = await place(SELL, KEY);
    expect([again.status, again.body["filled"]]).toMatchObject([200, { shares: 20 }]);
  });

  type Client = Awaited<ReturnType<typeof orderClient>>;
  test.each<[where: string, stage: (client: Client) => void, amount: string, expected: number]>([
    ["it sells exactly what was bought", () => {}, "25", 503],
    [
      "the venue cannot look for them",
      ({ venue }) => Object.assign(venue, { sharesE6: () => Effect.fail("no answer") }),
      "20",
      503,
    ],
    ["it was remade before, for another reason", ({ fail }) => fail(STALE), "20", 503],
    [
      "all that was bought would not be enough",
      ({ exchange, wallet }) => exchange.putShares(wallet.address, "11", 4_000_000n),
      "29.01",
      400,
    ],
  ])("where %s: %d", async (_, stage, amount, expected) => {
    const client = await bought();
    client.exchange.putShares(client.wallet.address, "11", 0n);
    stage(client);
    client.fail(NOT_ENOUGH, NOT_ENOUGH);
    const { status, headers } = await client.place({ ...SELL, amount }, KEY);
    expect([status, headers.has("retry-after")]).toEqual([expected, expected === 503]);
  });

  test.each([[119_999, 503], [120_000, 400]])(
    "may pass until the purchase is two minutes old: after %d ms it is %d",
    async (ageMs, expected) => {
      const { place, fail, server } = await orderClient();
      const boughtMs = Date.UTC(2026, 7, 22);
      server.clock.stillMs = boughtMs;
      expect((await place()).status).toBe(200);
      server.clock.stillMs = boughtMs + ageMs;
      fail(NOT_ENOUGH, NOT_ENOUGH);
      expect((await place(SELL, KEY)).status).toBe(expected);
    },
  );

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

  test.each<[end: "rests" | "was canceled", amount: string, expected: number]>([
    ["rests", "350", 503],
    ["rests", "350.01", 400],
    ["was canceled", "200", 503],
    ["was canceled", "200.01", 400],
  ])("where a limit order has bought 200 of 350 and %s, selling %s is %d", async (
    end,
    amount,
    expected,
  ) => {
    const { place, limit, fail, cancel, exchange, wallet } = await orderClient();
    // Its state is stored when it is asked for once more.
    const placed = async () => (await limit({ price: "0.42", size: "350" }, BOUGHT)).body;
    for (const _ of [1, 2]) {
      expect(await placed()).toMatchObject({ status: "live", filled: { shares: 200 } });
    }
    if (end === "was canceled") {
      await cancel(`walletId=${wallet.id}`);
      expect(await placed()).toMatchObject({ filled: { shares: 200 } });
    }
    exchange.putShares(wallet.address, "11", 0n);
    exchange.putBook("11", { bids: [{ ...LEVEL, priceE6: 380_000n }], asks: [] });
    fail(NOT_ENOUGH, NOT_ENOUGH);
    expect((await place({ ...SELL, amount }, KEY)).status).toBe(expected);
  });

  test.each<[what: string, fill: Partial<OrderFill>, ageMs: number, expected: number]>([
    ["has just filled it", {}, 1_000, 503],
    ["has filled it for two minutes", {}, 120_000, 400],
    ["has sold less than that", { sharesE6: 5_000_000n }, 1_000, 400],
    ["has failed", { state: "failed" }, 1_000, 400],
  ])("of an order that was placed long ago, where a trade %s: %d", async (_, fill, age, status) => {
    const { place, fail, hear, server, exchange, wallet } = await fillsClient();
    exchange.putShares(wallet.address, "11", 0n);
    const matchedMs = NOON_MS + 3_600_000;
    server.clock.stillMs = matchedMs + age;
    await hear({ matchedMs, ...fill });
    fail(NOT_ENOUGH, NOT_ENOUGH);
    expect((await place({ ...SELL, amount: "10" }, KEY)).status).toBe(status);
  });

  test.each([["20", 503], ["20.01", 400]])(
    "counts once what is known of an order and of its trades: selling %s of 20 is %d",
    async (amount, expected) => {
      const { place, fail, hear, server, exchange, wallet } = await fillsClient();
      exchange.putShares(wallet.address, "11", 0n);
      server.clock.stillMs = NOON_MS + 1_000;
      await hear({});
      fail(NOT_ENOUGH, NOT_ENOUGH);
      expect((await place({ ...SELL, amount }, KEY)).status).toBe(expected);
    },
  );

  test("is refused for good where a limit order rests and has bought nothing", async () => {
    const { place, limit, fail } = await orderClient();
    for (const _ of [1, 2]) expect((await limit({}, BOUGHT)).body["status"]).toBe("live");
    fail(NOT_ENOUGH);
    expect((await place(SELL, KEY)).status).toBe(400);
  });

  test.each<[where: string, before: BodyTexts | undefined]>([
    ["nothing was bought", undefined],
    ["another market was bought", { slug: `"btc-free"` }],
    ["another outcome was bought", { outcome: `"Down"` }],
    ["shares were sold", { side: `"SELL"`, amount: "5" }],
  ])("is refused for good where %s", async (_, before) => {
    const { place, fail, exchange } = await orderClient();
    exchange.putBook("12", { bids: [], asks: [{ ...LEVEL, priceE6: 600_000n }] });
    if (before !== undefined) expect((await place(before)).status).toBe(200);
    fail(NOT_ENOUGH);
    expect((await place(SELL, KEY)).status).toBe(400);
  });

  test("is refused for good where the BUY was refused", async () => {
    const { place, fail } = await orderClient();
    fail(STALE, STALE, NOT_ENOUGH);
    for (const _ of [1, 2]) await place({}, BOUGHT);
    expect((await place(SELL, KEY)).status).toBe(400);
  });
});
