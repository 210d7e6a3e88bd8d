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
});
