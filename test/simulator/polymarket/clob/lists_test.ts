import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { type MarketTokens, type OrderFields, startOrderBook, type Trader } from "./trader.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
const book = startOrderBook(clock);
afterAll(() => book.stop());

const E6 = 1_000_000;
let market: MarketTokens;
let trader: Trader;
beforeEach(async () => {
  market = book.stageMarket();
  trader = await book.trader();
});

const resting = (tokenId: string): OrderFields => ({
  tokenId,
  side: "BUY",
  makerAmount: 1 * E6,
  takerAmount: 10 * E6,
  orderType: "GTC",
});
const rest = async (tokenId: string) =>
  String((await trader.post(resting(tokenId))).body["orderID"]);
const buyAt = async (price: string) => {
  await book.putBook(market.yes, { asks: [[price, "100"]] });
  const { body } = await trader.post({
    tokenId: market.yes,
    side: "BUY",
    makerAmount: 5 * E6,
    takerAmount: (5 / Number(price)) * E6,
  });
  return body["tradeIDs"] as ReadonlyArray<string>;
};

const page = async (path: string) => {
  const { status, body } = await trader.call("GET", path);
  expect(status).toBe(200);
  return body as unknown as Readonly<Record<"limit" | "count" | "next_cursor", unknown>> & {
    readonly data: ReadonlyArray<{ readonly id: string }>;
  };
};
/** Rests an order of each outcome, and one of another market. */
async function restThree() {
  const other = book.stageMarket();
  return {
    other,
    yes: await rest(market.yes),
    no: await rest(market.no),
    elsewhere: await rest(other.yes),
  };
}

describe("lists of orders", () => {
  test("come in pages of a hundred", async () => {
    await book.put("/__mode", { tier: "elite" });
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) {
      const bodies = await Promise.all(
        Array.from({ length: 15 }, () => trader.sign(resting(market.yes))),
      );
      const { body } = await trader.call("POST", "/orders", bodies);
      ids.push(...(body as unknown as Array<{ orderID: string }>).map(({ orderID }) => orderID));
    }
    const first = await page("/data/orders?next_cursor=MA==");
    expect(first).toMatchObject({ limit: 100, count: 100, next_cursor: "MTAw" });
    const second = await page(`/data/orders?next_cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ limit: 100, count: 5, next_cursor: "LTE=" });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    expect(await page("/data/orders?next_cursor=LTE=")).toMatchObject({ count: 0, data: [] });
    expect(await trader.client.getOpenOrders()).toHaveLength(105);
    const { canceled } = await trader.client.cancelAll();
    expect(canceled).toEqual(ids);
  });

  test("can be filtered, and show only the caller's", async () => {
    const { yes, no, elsewhere } = await restThree();
    const ids = async (query: string) =>
      (await page(`/data/orders?${query}`)).data.map(({ id }) => id);
    expect(await ids(`market=${market.conditionId}`)).toEqual([yes, no]);
    expect(await ids(`asset_id=${market.no}`)).toEqual([no]);
    expect(await ids(`id=${elsewhere}`)).toEqual([elsewhere]);
    expect(await ids(`id=${elsewhere}&market=${market.conditionId}`)).toEqual([]);
    const stranger = await book.trader();
    expect(await stranger.client.getOpenOrders()).toEqual([]);
    expect((await stranger.call("GET", `/data/order/${yes}`)).status).toBe(404);
    expect((await trader.call("GET", `/data/order/${yes}`)).status).toBe(200);
  });
});

describe("cancelling", () => {
  test("lists the orders that it did not cancel, with the reason", async () => {
    const [mine, gone] = [await rest(market.yes), await rest(market.yes)];
    const theirs = String(
      (await (await book.trader()).post(resting(market.yes))).body["orderID"],
    );
    await trader.client.cancelOrder({ orderID: gone });
    const why = "already canceled or matched";
    expect(await trader.client.cancelOrders([mine, gone, theirs, "0x5"])).toEqual({
      canceled: [mine],
      not_canceled: { [gone]: why, [theirs]: why, "0x5": why },
    });
  });

  test("goes by market, by token, or both", async () => {
    const { other, yes, no, elsewhere } = await restThree();
    const cancel = async (filter: { market?: string; asset_id?: string }) =>
      (await trader.client.cancelMarketOrders(filter)).canceled;
    expect(await cancel({ market: other.conditionId, asset_id: market.yes })).toEqual([]);
    expect(await cancel({ asset_id: market.no })).toEqual([no]);
    expect(await cancel({ market: market.conditionId })).toEqual([yes]);
    expect((await trader.client.getOpenOrders()).map(({ id }) => id)).toEqual([elsewhere]);
  });

  test.each([
    ["/order", {}],
    ["/order", { orderID: 5 }],
    ["/orders", {}],
    ["/orders", [5]],
    ["/cancel-market-orders", {}],
    ["/cancel-market-orders", { market: 5 }],
  ])("DELETE %s refuses %j", async (path, body) => {
    const id = await rest(market.yes);
    expect(await trader.call("DELETE", path, body))
      .toMatchObject({ status: 400, body: { error: "Invalid order payload" } });
    expect((await trader.call("GET", `/data/order/${id}`)).status).toBe(200);
  });
});

describe("lists of trades", () => {
  test("have the hash of a trade's transaction once it is mined", async () => {
    const [id] = await buyAt("0.5");
    const read = async () => (await trader.client.getTrades({ id: id! }))[0]!;
    const matched = await read();
    expect(matched).toMatchObject({ status: "MATCHED", size: "10", price: "0.5", side: "BUY" });
    expect(matched.transaction_hash).toBeUndefined();
    clock.set(clock.nowMs() + 1_000);
    const mined = await read();
    expect(mined.status).toBe("MINED");
    expect(mined.transaction_hash).toMatch(/^0x[0-9a-f]{64}$/);
    clock.set(clock.nowMs() + 3_000);
    const { status, transaction_hash } = await read();
    expect([status, transaction_hash]).toEqual(["CONFIRMED", mined.transaction_hash]);
  });

  test("are newest first, and can be filtered", async () => {
    const [first] = await buyAt("0.5");
    const afterSec = clock.nowMs() / 1000 + 10;
    clock.set(afterSec * 1000);
    const [second] = await buyAt("0.25");
    const ids = async (filter: Parameters<Trader["client"]["getTrades"]>[0]) =>
      (await trader.client.getTrades(filter)).map(({ id }) => id);
    expect(await ids({})).toEqual([second!, first!]);
    expect(await ids({ after: String(afterSec) })).toEqual([second!]);
    expect(await ids({ before: String(afterSec - 1) })).toEqual([first!]);
    expect(await ids({ market: market.conditionId })).toHaveLength(2);
    expect(await ids({ asset_id: market.no })).toEqual([]);
    expect(await ids({ maker_address: trader.address })).toHaveLength(2);
    expect(await ids({ maker_address: `0x${"1".repeat(40)}` })).toEqual([]);
    expect(await (await book.trader()).client.getTrades({ id: first! })).toEqual([]);
  });
});
