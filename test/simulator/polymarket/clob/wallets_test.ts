import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { AssetType } from "@polymarket/clob-client-v2";
import {
  type MarketTokens,
  type OrderFields,
  OrderType,
  Side,
  startOrderBook,
  type Trader,
} from "./trader.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
const book = startOrderBook(clock);
afterAll(() => book.stop());

const E6 = 1_000_000;
let market: MarketTokens;
beforeEach(async () => {
  market = book.stageMarket();
  await book.putBook(market.yes, { bids: [["0.4", "500"]], asks: [["0.5", "500"]] });
});

const money = async ({ client }: Trader) =>
  Number((await client.getBalanceAllowance({ asset_type: AssetType.COLLATERAL })).balance) / E6;
const spend = async ({ client }: Trader, amount: number) =>
  (await client.createAndPostMarketOrder(
    { tokenID: market.yes, amount, side: Side.BUY },
    undefined,
    OrderType.FOK,
    true,
  )).status;
const funder = (digit: string) => `0x${digit.repeat(40)}`;

describe("an order of a contract's wallet", () => {
  test("is paid by the contract, as the venue then reports", async () => {
    const trader = await book.trader({ signatureType: 2, funderAddress: funder("a") });
    await spend(trader, 100);
    expect(await money(trader)).toBe(9_900);
    // The contract's next key finds the remaining balance.
    const next = await book.trader({ signatureType: 3, funderAddress: funder("a") });
    await spend(next, 100);
    expect(await money(next)).toBe(9_800);
  });

  test("is paid from the contract's override", async () => {
    await book.put("/__account", { address: funder("b"), balance: "50" });
    const trader = await book.trader({ signatureType: 1, funderAddress: funder("b") });
    await book.put("/__account", { address: trader.address, balance: "1" });
    await spend(trader, 30);
    expect(await money(trader)).toBe(20);
    await expect(spend(trader, 30)).rejects.toThrow("not enough balance / allowance");
  });
});

describe("shares", () => {
  test("of one outcome are reserved only for its own sales", async () => {
    const trader = await book.trader();
    const selling = (tokenId: string, shares: number): OrderFields => ({
      tokenId,
      side: "SELL",
      makerAmount: shares * E6,
      takerAmount: shares * 0.9 * E6,
      orderType: "GTC",
    });
    expect((await trader.post(selling(market.no, 900))).status).toBe(200);
    expect((await trader.post(selling(market.yes, 900))).status).toBe(200);
    expect((await trader.post(selling(market.yes, 101))).body["error"]).toContain(
      "the balance is not enough -> balance: 1000000000, sum of active orders: 900000000, " +
        "sum of matched orders: 0, order amount (inc. fees): 101000000",
    );
    expect((await trader.post(selling(market.yes, 100))).status).toBe(200);
  });
});
