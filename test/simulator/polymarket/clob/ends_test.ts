import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { type MarketTokens, OrderType, Side, startOrderBook, type Trader } from "./trader.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

/** How resting orders end, and what the venue's own client reads of them afterwards. */
const NOON = ms("2026-11-20T12:00:00Z");
const clock = makeStillClock(NOON);
const book = startOrderBook(clock);
afterAll(() => book.stop());

let market: MarketTokens;
let trader: Trader;
beforeEach(async () => {
  clock.set(Math.ceil(clock.nowMs() / 60_000) * 60_000);
  market = book.stageMarket();
  trader = await book.trader();
});

const nowSec = () => clock.nowMs() / 1000;
const pass = (sec: number) => clock.set(clock.nowMs() + sec * 1000);
const rest = async (
  { of = trader, tokenID = market.yes, ...terms }: {
    readonly of?: Trader;
    readonly tokenID?: string;
    readonly expiration?: number;
  } = {},
) => {
  const order = { tokenID, price: 0.3, size: 20, side: Side.BUY, ...terms };
  const type = terms.expiration === undefined ? OrderType.GTC : OrderType.GTD;
  return (await of.client.createAndPostOrder(order, undefined, type)).orderID;
};
const open = async (of = trader) => (await of.client.getOpenOrders()).map(({ id }) => id);
const statusOf = async (id: string) => (await trader.client.getOrder(id)).status;

describe("an order that rests", () => {
  test("ends a minute before its expiration", async () => {
    const id = await rest({ expiration: nowSec() + 180 });
    clock.set(clock.nowMs() + 119_999);
    expect(await open()).toEqual([id]);
    clock.set(clock.nowMs() + 1);
    expect(await open()).toEqual([]);
    expect(await trader.client.getOrder(id)).toMatchObject({
      status: "CANCELED",
      expiration: String(nowSec() + 60),
      order_type: "GTD",
    });
  });

  test("keeps what it matched when it is cancelled, and is found by its id alone", async () => {
    const id = await rest();
    const sale = {
      tokenId: market.yes,
      side: "SELL",
      makerAmount: 8e6,
      takerAmount: 2.4e6,
    } as const;
    const seller = await book.trader();
    await book.give(seller.address, { [market.yes]: "8" });
    await seller.post(sale);
    await trader.client.cancelOrder({ orderID: id });
    const [trade] = await trader.client.getTrades();
    const closed = {
      id,
      status: "CANCELED",
      original_size: "20.0000",
      size_matched: "8.0000",
      associate_trades: [trade?.id ?? ""],
    };
    expect(await trader.client.getOrder(id)).toMatchObject(closed);
    expect(await trader.client.getOpenOrders({ id })).toMatchObject([closed]);
    expect(await open()).toEqual([]);
    const other = await book.trader();
    expect(await other.client.getOpenOrders({ id })).toEqual([]);
    await expect(other.client.getOrder(id)).rejects.toMatchObject({ status: 404 });
  });

  test("ends with its market", async () => {
    const order = await rest();
    const id = market.conditionId.replace(/^0xc+/, "");
    book.stagedEvents.put({ id, slug: `event-${id}`, markets: [{ id, acceptingOrders: false }] });
    expect(await statusOf(order)).toBe("CANCELED_MARKET_RESOLVED");
  });

  test("is cleared when its game starts, if its market says so", async () => {
    const gameStartTime = new Date((nowSec() + 60) * 1000).toISOString();
    const cleared = book.stageMarket({ gameStartTime, clearBookOnStart: true });
    const kept = book.stageMarket({ gameStartTime });
    const ids = [await rest({ tokenID: cleared.yes }), await rest({ tokenID: kept.yes })];
    pass(59);
    expect(await Promise.all(ids.map(statusOf))).toEqual(["LIVE", "LIVE"]);
    pass(1);
    const late = await rest({ tokenID: cleared.yes });
    expect(await Promise.all([...ids, late].map(statusOf))).toEqual(["INVALID", "LIVE", "LIVE"]);
  });
});

describe("heartbeats", () => {
  const beat = async (id: string) => (await trader.client.postHeartbeat(id)).heartbeat_id;

  test("form a chain, whose next id a wrong one is answered with", async () => {
    const first = await beat("");
    const second = await beat(first);
    expect(new Set(["", first, second]).size).toBe(3);
    for (const wrong of ["", first, "h1"]) {
      const { status, body } = await trader.call("POST", "/v1/heartbeats", {
        heartbeat_id: wrong,
      });
      expect(status).toBe(400);
      expect(body).toEqual({ error_msg: "Invalid Heartbeat ID", heartbeat_id: second });
    }
    await beat(second);
    expect((await trader.call("POST", "/v1/heartbeats", { heartbeat_id: 5 })).status).toBe(400);
    const restarted = await trader.call("POST", "/heartbeats");
    expect(restarted.body).toEqual({ status: "ok" });
    expect(await beat("")).not.toBe(first);
  });

  test("that stop end all orders of the key at the next look, and no others", async () => {
    const other = await book.trader();
    const theirs = await rest({ of: other });
    const id = await rest();
    pass(100);
    expect(await open()).toEqual([id]);
    pass(2);
    const next = await beat("");
    pass(9);
    // A wrong one saves nothing.
    await expect(beat("wrong")).rejects.toMatchObject({ status: 400 });
    pass(3);
    expect(await open()).toEqual([id]);
    pass(1);
    expect(await open()).toEqual([]);
    expect(await open(other)).toEqual([theirs]);
    expect(await statusOf(id)).toBe("CANCELED");
    // The watch goes on: what is placed without a heartbeat ends, too.
    const later = await rest();
    pass(5);
    expect(await statusOf(later)).toBe("CANCELED");
    await beat(next);
    const kept = await rest();
    pass(9);
    await trader.call("POST", "/heartbeats");
    pass(9);
    expect(await statusOf(kept)).toBe("LIVE");
  });
});
