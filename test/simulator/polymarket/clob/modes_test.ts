import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { type MarketTokens, type OrderFields, startOrderBook, type Trader } from "./trader.ts";
import { control, get, makeStillClock, ms } from "../../kit/support.ts";
import { loopMsOf } from "../../../loop_time.ts";
import { until } from "../../../until.ts";

const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
const book = startOrderBook(clock);
afterAll(() => book.stop());

const E6 = 1_000_000;
let market: MarketTokens;
let trader: Trader;
beforeEach(async () => {
  await book.put("/__mode", { mode: "normal", region: "open" });
  market = book.stageMarket();
  trader = await book.trader();
  await book.putBook(market.yes, { asks: [["0.5", "100"]] });
});

const buying = (): OrderFields => ({
  tokenId: market.yes,
  side: "BUY",
  makerAmount: 5 * E6,
  takerAmount: 10 * E6,
});
const resting = (postOnly = false): OrderFields => ({
  tokenId: market.yes,
  side: "BUY",
  makerAmount: 4 * E6,
  takerAmount: 10 * E6,
  orderType: "GTC",
  postOnly,
});
const pass = (sec: number) => clock.set(clock.nowMs() + sec * 1000);
const cancelAll = () => trader.call("DELETE", "/cancel-all");
const statusOf = async (id: string) =>
  (await trader.call("GET", `/data/order/${id}`)).body["status"];
/** Far more than the requests take that must come before its end. */
const DELAY_SEC = 5;
/** Waits for the end of the delay, which must not come late. */
async function untilExecuted(id: string): Promise<void> {
  const waitedMs = await loopMsOf(() => until(async () => await statusOf(id) !== "DELAYED"));
  expect(waitedMs).toBeLessThan(DELAY_SEC * 1_000 + 50);
}

describe("the venue's mode", () => {
  test("is a restart, then post-only for two minutes, then normal", async () => {
    await trader.post(resting());
    await book.put("/__mode", { mode: "restarting", retry_after_s: 30 });
    const restarting = await trader.post(buying());
    expect(restarting.status).toBe(425);
    expect(restarting.headers.get("retry-after")).toBe("30");
    expect((await cancelAll()).status).toBe(425);
    pass(71);
    const postOnly = await trader.post(buying());
    expect(postOnly).toMatchObject({
      status: 503,
      body: {
        error: "post-only mode: only post-only orders and cancels are allowed",
        code: "post_only_mode",
        retry_after_seconds: 79,
      },
    });
    expect(postOnly.headers.get("retry-after")).toBe("79");
    expect((await trader.post(resting(true))).status).toBe(200);
    expect((await cancelAll()).body["canceled"]).toHaveLength(2);
    pass(79);
    expect((await trader.post(buying())).status).toBe(200);
  });

  test("lasts until the next change without a duration", async () => {
    await book.put("/__mode", { mode: "restarting" });
    pass(86_400);
    const { status, headers } = await trader.post(buying());
    expect([status, headers.get("retry-after")]).toEqual([425, null]);
  });

  test("accepts only cancellations", async () => {
    await trader.post(resting());
    await book.put("/__mode", { mode: "cancel_only" });
    expect(await trader.post(buying())).toMatchObject({
      status: 503,
      body: {
        error:
          "Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.",
      },
    });
    expect((await cancelAll()).body["canceled"]).toHaveLength(1);
  });

  test("accepts nothing", async () => {
    const { body } = await trader.post(resting());
    await book.put("/__mode", { mode: "disabled" });
    const refused = {
      status: 503,
      body: { error: "Trading is currently disabled. Check polymarket.com for updates" },
    };
    expect(await trader.post(buying())).toMatchObject(refused);
    expect(await trader.call("POST", "/orders", [])).toMatchObject(refused);
    expect(await trader.call("DELETE", "/order", { orderID: body["orderID"] }))
      .toMatchObject(refused);
    expect(await trader.client.getOpenOrders()).toHaveLength(1);
  });

  test.each([
    [{ mode: "asleep" }, `"mode" must be one of normal`],
    [{ region: "moon" }, `"region" must be one of open`],
    [{ version: 1 }, `"version" must be 2 or 3`],
    [{ retry_after_s: 0 }, `"retry_after_s" must be a whole number`],
    [{ tier: "tin" }, `"tier" must be one of standard, copper`],
    [{ limits: "none" }, `"limits" must be one of enforced, warned`],
    [{ protocol: { token_id: "5", version: "v2" } }, `"token_id" is not traded`],
    [{ tick: { token_id: "5", tick_size: "0.1" } }, `"token_id" is not traded`],
    [{ colour: "red" }, `Unknown key "colour"`],
  ])("cannot be %j", async (body, error) => {
    const { status, body: said } = await book.put("/__mode", body);
    expect(status).toBe(400);
    expect(said["error"]).toStartWith(error);
  });
});

describe("a blocked region", () => {
  test("is refused before the key is checked, and only for orders", async () => {
    await book.put("/__mode", { region: "blocked" });
    const response = await fetch(`${book.url}/order`, { method: "POST", body: "{}" });
    expect(response.status).toBe(403);
    const { error } = await response.json() as { readonly error: string };
    expect(error).toStartWith("Trading restricted in your region, please refer to available ");
    expect((await cancelAll()).status).toBe(200);
    expect((await get(`${book.url}/book?token_id=${market.yes}`)).status).toBe(200);
  });

  test("may get the edge server's page, for any request", async () => {
    await book.put("/__mode", { region: "firewall" });
    const response = await fetch(`${book.url}/time`);
    expect(response.status).toBe(403);
    expect(response.headers.get("content-type")).toStartWith("text/html");
    expect(await response.text()).toStartWith("<!DOCTYPE html>");
  });
});

describe("a market's tick", () => {
  test("changes, and prices between its steps are refused from then on", async () => {
    const fine = { ...resting(), makerAmount: 4.01 * E6 };
    expect((await trader.post(fine)).body["error"]).toContain(
      "breaks minimum tick size rule: 0.01",
    );
    await book.put("/__mode", { tick: { token_id: market.no, tick_size: "0.001" } });
    const { body } = await get(`${book.url}/tick-size?token_id=${market.yes}`);
    expect(body).toEqual({ minimum_tick_size: 0.001 });
    expect((await trader.post(fine)).status).toBe(200);
    await book.put("/__mode", { tick: { token_id: market.yes, tick_size: "0.01" } });
    expect((await trader.post(fine)).status).toBe(400);
  });
});

describe("a market with a delay", () => {
  test("answers immediately, matches later, and refuses to cancel meanwhile", async () => {
    market = book.stageMarket({ secondsDelay: DELAY_SEC });
    await book.putBook(market.yes, { asks: [["0.5", "10"]] });
    const { body } = await trader.post(buying());
    expect(body).toMatchObject({ status: "delayed", makingAmount: "", takingAmount: "" });
    const id = String(body["orderID"]);
    expect((await trader.call("DELETE", "/order", { orderID: id })).body).toEqual({
      canceled: [],
      not_canceled: { [id]: "cannot cancel because the order is in pending/delayed status" },
    });
    expect((await cancelAll()).body["canceled"]).toEqual([]);
    expect(await statusOf(id)).toBe("DELAYED");
    await untilExecuted(id);
    const found = await trader.call("GET", `/data/order/${id}`);
    expect(found.body).toMatchObject({ status: "MATCHED", size_matched: "10.0000" });
  });

  test("kills what it cannot fill by then, and rests what may rest", async () => {
    market = book.stageMarket({ secondsDelay: DELAY_SEC });
    await book.putBook(market.yes, { asks: [["0.5", "10"]] });
    const killed = await trader.post(buying());
    const delayed = await trader.post({ ...resting(), makerAmount: 10 * E6, takerAmount: 20 * E6 });
    expect([killed.body["status"], delayed.body["status"]]).toEqual(["delayed", "delayed"]);
    await book.putBook(market.yes, { asks: [["0.5", "6"]] });
    await untilExecuted(String(delayed.body["orderID"]));
    expect((await trader.call("GET", `/data/order/${killed.body["orderID"]}`)).status).toBe(404);
    const [open] = await trader.client.getOpenOrders();
    expect(open).toMatchObject({
      id: String(delayed.body["orderID"]),
      status: "UNMATCHED",
      size_matched: "6.0000",
    });
  });

  test("does not delay an order that only rests", async () => {
    market = book.stageMarket({ secondsDelay: 60 });
    expect((await trader.post(resting())).body["status"]).toBe("live");
  });
});

describe("network faults", () => {
  const fault = (kind: string) =>
    control(`${book.url}/__faults`, "POST", { match: "POST /order", kind, times: 1 });

  test("an order with a lost answer is accepted once", async () => {
    await fault("lost_reply");
    const body = await trader.sign(buying());
    await expect(trader.call("POST", "/order", body)).rejects.toThrow();
    const again = await trader.call("POST", "/order", body);
    expect(again.body["error"]).toMatch(/^order 0x[0-9a-f]{64} is invalid\. Duplicated\.$/);
    expect(await trader.client.getTrades()).toHaveLength(1);
  });

  test("an order that arrives twice is refused the second time", async () => {
    await fault("duplicate");
    const { status, body } = await trader.post(buying());
    expect(status).toBe(400);
    expect(body["error"]).toEndWith("is invalid. Duplicated.");
    expect(await trader.client.getTrades()).toHaveLength(1);
  });
});

describe("a signer", () => {
  test("may send sixty orders in a burst, then waits; another has a separate limit", async () => {
    await book.put("/__mode", { tier: "standard" });
    const other = await book.trader();
    const order = () => trader.call("POST", "/order", {});
    const first = await order();
    expect(first.headers.get("poly-ratelimit-remaining")).toBe("59");
    expect(first.headers.get("poly-ratelimit-tier")).toBe("standard");
    // All at once: a slow machine that sends them one by one never exceeds the limit.
    const answers = await Promise.all(Array.from({ length: 400 }, order));
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(59);
    const limited = answers.find(({ status }) => status === 429);
    expect(limited?.body["error"]).toBe("Too Many Requests");
    expect(limited?.headers.get("retry-after")).toBe("1");
    expect(limited?.headers.get("poly-ratelimit-remaining")).toBe("0");
    expect((await other.call("POST", "/order", {})).status).toBe(400);
    await book.put("/__mode", { tier: "elite" });
    expect((await trader.call("POST", "/order", {})).status).toBe(400);
  });
});
