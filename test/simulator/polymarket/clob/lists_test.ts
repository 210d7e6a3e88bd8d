import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { pageAt } from "../../../../app/simulator/polymarket/clob/page.ts";
import { type MarketTokens, type OrderFields, startOrderBook, type Trader } from "./trader.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

/** Reads and cancels orders in lists, with the venue's own client where it can. */
const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
const book = startOrderBook(clock);
afterAll(() => book.stop());

let market: MarketTokens;
let trader: Trader;
beforeEach(async () => {
  market = book.stageMarket();
  trader = await book.trader();
});

const buying = (tokenId: string, changes: Partial<OrderFields> = {}): OrderFields => ({
  tokenId,
  side: "BUY",
  makerAmount: 1e6,
  takerAmount: 10e6,
  orderType: "GTC",
  ...changes,
});
const rest = async (tokenId: string, of = trader) =>
  String((await of.post(buying(tokenId))).body["orderID"]);
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
  test("come in pages of a hundred", () => {
    const items = Array.from({ length: 105 }, (_, i) => i);
    const page = (cursor: string | null) => pageAt(items, { cursor, write: String });
    const first = { limit: 100, count: 100, next_cursor: "MTAw" };
    for (const cursor of [null, "MA=="]) expect(page(cursor)).toMatchObject(first);
    expect(page("MTAw")).toEqual({
      limit: 100,
      count: 5,
      next_cursor: "LTE=",
      data: ["100", "101", "102", "103", "104"],
    });
    expect(page("LTE=")).toMatchObject({ count: 0, data: [] });
    expect(page("MTAx=")).toBeUndefined();
  });

  test("can be filtered, and show only the caller's", async () => {
    const { yes, no, elsewhere } = await restThree();
    await rest(market.yes, await book.trader());
    const ids = async (query: string) => {
      const { body } = await trader.call("GET", `/data/orders?${query}`);
      return (body["data"] as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id);
    };
    expect(await ids(`market=${market.conditionId}`)).toEqual([yes, no]);
    expect(await ids(`asset_id=${market.no}`)).toEqual([no]);
    expect(await ids(`id=${elsewhere}`)).toEqual([elsewhere]);
    expect(await ids(`id=${elsewhere}&market=${market.conditionId}`)).toEqual([]);
  });

  test("that are placed have 1 to 15, and say what each became", async () => {
    const post = (orders: unknown) => trader.call("POST", "/orders", orders);
    expect((await post(Array(16).fill({}))).body["error"])
      .toBe("Too many orders in payload: 16, max allowed: 15");
    expect((await post([])).status).toBe(400);
    await book.putBook(market.yes, { asks: [["0.1", "100"]] });
    const crossing = await trader.sign(buying(market.yes, { postOnly: true }));
    const { status, body } = await post([
      await trader.sign(buying(market.no)),
      {},
      crossing,
      await trader.sign(buying(market.no)),
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { success: true, errorMsg: "", status: "live", orderID: expect.stringMatching(/^0x/) },
      { success: true, errorMsg: "Invalid order payload", orderID: "" },
      {
        success: true,
        errorMsg: expect.stringMatching(/^order 0x\w{64} crosses the book$/),
        orderID: "",
      },
      { success: true, errorMsg: "", status: "live" },
    ]);
    expect((await trader.call("POST", "/order", crossing)).body["error"])
      .toBe("invalid post-only order: order crosses book");
  });
});

describe("cancelling", () => {
  test("lists the orders that it did not cancel, with the reason", async () => {
    const [mine, gone] = [await rest(market.yes), await rest(market.yes)];
    const theirs = await rest(market.yes, await book.trader());
    await trader.client.cancelOrder({ orderID: gone });
    const why = "already canceled or matched";
    expect(await trader.client.cancelOrders([mine, gone, theirs, "0x5"])).toEqual({
      canceled: [mine],
      not_canceled: { [gone]: why, [theirs]: why, "0x5": why },
    });
  });

  test("goes by market, by token, or both, and by nothing else", async () => {
    const { other, yes, no, elsewhere } = await restThree();
    for (const filter of [{}, { market: 5 }]) {
      expect((await trader.call("DELETE", "/cancel-market-orders", filter)).status).toBe(400);
    }
    const cancel = async (filter: { market?: string; asset_id?: string }) =>
      (await trader.client.cancelMarketOrders(filter)).canceled;
    expect(await cancel({ market: other.conditionId, asset_id: market.yes })).toEqual([]);
    expect(await cancel({ asset_id: market.no })).toEqual([no]);
    expect(await cancel({ market: market.conditionId })).toEqual([yes]);
    expect((await trader.client.getOpenOrders()).map(({ id }) => id)).toEqual([elsewhere]);
  });
});

test("cancelling all costs a token more than orders, or cancels nothing", async () => {
  const bodies = await Promise.all(
    Array.from({ length: 120 }, () => trader.sign(buying(market.yes))),
  );
  await book.put("/__mode", { tier: "elite" });
  for (let i = 0; i < 120; i += 15) await trader.call("POST", "/orders", bodies.slice(i, i + 15));
  await book.put("/__mode", { tier: "standard" });
  const cancel = (path: string, body?: unknown) => trader.call("DELETE", path, body);
  const forms = new Set<string>();
  for (let i = 0; i < 12; i += 1) {
    const all = i % 2 === 0;
    const refused = all
      ? await cancel("/cancel-all")
      : await cancel("/cancel-market-orders", { asset_id: market.yes });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("poly-ratelimit-remaining")).toBe("120");
    const after = refused.headers.get("retry-after") ?? "";
    forms.add(
      /^\d+$/.test(after) ? "seconds" : new Date(after).toUTCString() === after ? "date" : "",
    );
  }
  expect([...forms].toSorted()).toEqual(["date", "seconds"]);
  const open = (await trader.client.getOpenOrders()).map(({ id }) => id);
  expect(open).toHaveLength(120);
  const sliced = await cancel("/orders", open.slice(0, 100));
  expect(sliced.body["canceled"]).toHaveLength(100);
  expect(await trader.client.getOpenOrders()).toHaveLength(20);
  const other = await book.trader();
  for (let i = 0; i < 3; i += 1) await rest(market.yes, other);
  const whole = await other.call("DELETE", "/cancel-all");
  expect(whole.body["canceled"]).toHaveLength(3);
  expect(whole.headers.get("poly-ratelimit-remaining")).toBe("116");
});

test("lists of trades are newest first, and can be filtered", async () => {
  const buy = async () => {
    await book.putBook(market.yes, { asks: [["0.5", "100"]] });
    const whole = { makerAmount: 5e6, orderType: "FOK" } as const;
    const { body } = await trader.post(buying(market.yes, whole));
    return (body["tradeIDs"] as ReadonlyArray<string>)[0] ?? "";
  };
  const first = await buy();
  const afterSec = clock.nowMs() / 1000 + 10;
  clock.set(afterSec * 1000);
  const second = await buy();
  const ids = async (filter: Parameters<Trader["client"]["getTrades"]>[0]) =>
    (await trader.client.getTrades(filter)).map(({ id }) => id);
  expect(await ids({ market: market.conditionId })).toEqual([second, first]);
  expect(await ids({ after: String(afterSec) })).toEqual([second]);
  expect(await ids({ after: String(afterSec), asset_id: market.yes })).toEqual([second]);
  const own = { maker_address: trader.address, market: market.conditionId };
  expect(await ids({ after: String(afterSec), ...own })).toEqual([second]);
  expect(await ids({ after: String(afterSec), id: first })).toEqual([]);
  expect(await ids({ before: String(afterSec - 1) })).toEqual([first]);
  expect(await ids({ asset_id: market.no })).toEqual([]);
  expect(await ids({ maker_address: `0x${"1".repeat(40)}` })).toEqual([]);
  expect(await (await book.trader()).client.getTrades({ id: first })).toEqual([]);
});
