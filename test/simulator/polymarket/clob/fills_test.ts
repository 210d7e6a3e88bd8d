import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
  type LevelText,
  type MarketTokens,
  type OrderFields,
  startOrderBook,
  type Trader,
} from "./trader.ts";
import { get, makeStillClock, ms } from "../../kit/support.ts";

const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
const book = startOrderBook(clock);
afterAll(() => book.stop());

let market: MarketTokens;
let trader: Trader;
beforeEach(async () => {
  market = book.stageMarket();
  trader = await book.trader();
});

const E6 = 1_000_000;
type Terms = Partial<OrderFields>;
/**
 * Spends at most this much at this price; the taker amount is floored like the venue's client does.
 */
const buy = (usdc: number, price: number, terms: Terms = {}): OrderFields => ({
  tokenId: market.yes,
  side: "BUY",
  makerAmount: usdc * E6,
  takerAmount: Math.floor((usdc * 1e4) / price + 1e-7) * 100,
  ...terms,
});
const sell = (shares: number, price: number, terms: Terms = {}): OrderFields => ({
  tokenId: market.yes,
  side: "SELL",
  makerAmount: shares * E6,
  takerAmount: shares * price * E6,
  ...terms,
});
const limitBuy = (shares: number, price: number, terms: Terms = {}): OrderFields => ({
  ...buy(shares * price, price),
  takerAmount: shares * E6,
  orderType: "GTC",
  ...terms,
});

interface WireBook {
  readonly bids: ReadonlyArray<{ readonly price: string; readonly size: string }>;
  readonly asks: ReadonlyArray<{ readonly price: string; readonly size: string }>;
}
const levels = async (tokenId: string) => {
  const { body } = await get<WireBook>(`${book.url}/book?token_id=${tokenId}`);
  const texts = (side: WireBook["bids"]) => side.map(({ price, size }) => [price, size]);
  return { bids: texts(body.bids), asks: texts(body.asks) };
};
const money = async ({ client }: Trader) =>
  Number((await client.getBalanceAllowance({ asset_type: "COLLATERAL" as never })).balance) / E6;
const shares = async ({ client }: Trader, tokenId: string) => {
  const asked = { asset_type: "CONDITIONAL" as never, token_id: tokenId };
  return Number((await client.getBalanceAllowance(asked)).balance) / E6;
};

describe("a purchase for money", () => {
  test.each<[string, number, number, ReadonlyArray<LevelText>, string, string]>([
    ["one level, rounded down", 5, 0.27, [["0.27", "100"]], "4.999999", "18.518518"],
    ["exactly all there is", 5, 0.5, [["0.5", "10"]], "5", "10"],
    ["a better price than asked", 5, 0.5, [["0.5", "90"], ["0.25", "90"]], "5", "20"],
    ["two levels", 5, 0.5, [["0.5", "90"], ["0.25", "10"]], "5", "15"],
    ["the book's exact sum in odd sizes", 3, 0.5, [["0.5", "3.02"], ["0.1", "14.9"]], "3", "17.92"],
  ])("gets what it pays for: %s", async (_, usdc, price, asks, making, taking) => {
    await book.putBook(market.yes, { asks });
    const { body } = await trader.post(buy(usdc, price));
    expect(body).toMatchObject({
      status: "matched",
      makingAmount: making,
      takingAmount: taking,
    });
    expect("transactionsHashes" in body).toBe(false);
    expect(await money(trader)).toBeCloseTo(10_000 - Number(making), 6);
    expect(await shares(trader, market.yes)).toBeCloseTo(1_000 + Number(taking), 6);
  });

  test("is whole or not at all, or takes what there is within its limit", async () => {
    const asks: ReadonlyArray<LevelText> = [["0.6", "100"], ["0.5", "10"]];
    await book.putBook(market.yes, { asks });
    expect((await trader.post(buy(5.01, 0.5))).status).toBe(400);
    expect(await levels(market.yes)).toEqual({ bids: [], asks: asks.map((level) => [...level]) });
    const { body } = await trader.post(buy(8, 0.5, { orderType: "FAK" }));
    expect(body).toMatchObject({ status: "matched", makingAmount: "5", takingAmount: "10" });
    expect(await levels(market.yes)).toEqual({ bids: [], asks: [["0.6", "100"]] });
  });

  test("pays the fee of each fill on top, to five decimals", async () => {
    const fields = { feeSchedule: { exponent: 1, rate: 0.05, takerOnly: true } };
    market = book.stageMarket(fields);
    await book.putBook(market.yes, { asks: [["0.5", "100"], ["0.27", "10"]] });
    await trader.post(buy(5, 0.5));
    // 10 * 0.05 * 0.27 * 0.73 = 0.098550, and 4.6 * 0.05 * 0.25 = 0.0575.
    expect(await money(trader)).toBeCloseTo(10_000 - 5 - 0.09855 - 0.0575, 6);
  });
});

describe("a sale", () => {
  test("brings the better prices, less the fees", async () => {
    market = book.stageMarket({ feeSchedule: { exponent: 1, rate: 0.05 } });
    await book.putBook(market.yes, { bids: [["0.1", "100"], ["0.3", "4"], ["0.35", "3"]] });
    const { body } = await trader.post(sell(6, 0.3));
    expect(body).toMatchObject({ makingAmount: "6", takingAmount: "1.95" });
    // 3 * 0.05 * 0.35 * 0.65 = 0.034125, the tie to the even 0.03412; 3 * 0.05 * 0.21 = 0.0315.
    expect(await money(trader)).toBeCloseTo(10_000 + 1.95 - 0.03412 - 0.0315, 6);
    expect(await shares(trader, market.yes)).toBe(994);
  });

  test("is whole or not at all, or takes what there is within its limit", async () => {
    await book.putBook(market.yes, { bids: [["0.2", "9"], ["0.3", "7"]] });
    expect((await trader.post(sell(7.01, 0.3))).status).toBe(400);
    const { body } = await trader.post(sell(8, 0.3, { orderType: "FAK" }));
    expect(body).toMatchObject({ makingAmount: "7", takingAmount: "2.1" });
  });
});

describe("a replacement book", () => {
  test("is mirrored for the other outcome, and consumed from both sides", async () => {
    await book.putBook(market.yes, { bids: [["0.4", "30"]], asks: [["0.55", "20"]] });
    expect(await levels(market.no)).toEqual({ bids: [["0.45", "20"]], asks: [["0.6", "30"]] });
    await trader.post(buy(6, 0.6, { tokenId: market.no }));
    expect(await levels(market.yes)).toEqual({ bids: [["0.4", "20"]], asks: [["0.55", "20"]] });
    await trader.post(sell(20, 0.45, { tokenId: market.no }));
    expect(await levels(market.yes)).toEqual({ bids: [["0.4", "20"]], asks: [] });
  });
});

describe("a resting order", () => {
  test.each([
    ["the same outcome", () => sell(8, 0.3), 8 * 0.3],
    ["the other outcome", () => buy(5.6, 0.7, { tokenId: market.no }), -5.6],
  ])("trades with a taker of %s, at its own price", async (_, taker, earned) => {
    const maker = await book.trader();
    const { body: placed } = await maker.post(limitBuy(20, 0.3));
    const { body } = await trader.post(taker());
    expect(body["status"]).toBe("matched");
    expect(await money(trader)).toBeCloseTo(10_000 + earned, 6);
    expect(await money(maker)).toBeCloseTo(10_000 - 2.4, 6);
    expect(await shares(maker, market.yes)).toBe(1_008);
    const [open] = await maker.client.getOpenOrders();
    expect(open).toMatchObject({ size_matched: "8.0000", status: "LIVE" });
    const [trade] = await maker.client.getTrades();
    expect(trade).toMatchObject({ trader_side: "MAKER", taker_order_id: String(body["orderID"]) });
    expect(trade?.maker_orders).toMatchObject([{
      order_id: placed["orderID"],
      matched_amount: "8",
      price: "0.3",
      outcome: "Yes",
      side: "BUY",
    }]);
    expect(await trader.client.getTrades()).toMatchObject([{ trader_side: "TAKER" }]);
  });

  test("goes before the book at its price, the oldest first", async () => {
    await book.putBook(market.yes, { bids: [["0.3", "20"]] });
    const [first, second] = [await book.trader(), await book.trader()];
    await first.post(limitBuy(5, 0.3));
    await second.post(limitBuy(5, 0.3));
    await trader.post(sell(7, 0.3));
    expect(await shares(first, market.yes)).toBe(1_005);
    expect(await shares(second, market.yes)).toBe(1_002);
    expect(await levels(market.yes)).toMatchObject({ bids: [["0.3", "23"]] });
  });

  test("takes what crosses it first, and rests with what is left", async () => {
    await book.putBook(market.yes, { asks: [["0.28", "8"]] });
    const { body } = await trader.post(limitBuy(20, 0.3));
    expect(body).toMatchObject({ status: "matched", makingAmount: "2.24", takingAmount: "8" });
    expect(await levels(market.yes)).toEqual({ bids: [["0.3", "12"]], asks: [] });
    const [item] = (await book.orders()).slice(-1);
    expect(item).toMatchObject({ status: "live", fills: [{ price: "0.28", size: "8" }] });
  });

  test("is filled at its own price when the book moves through it", async () => {
    await trader.post(limitBuy(20, 0.3));
    await book.putBook(market.yes, { asks: [["0.25", "15"]] });
    expect(await levels(market.yes)).toEqual({ bids: [["0.3", "5"]], asks: [] });
    expect(await money(trader)).toBeCloseTo(10_000 - 4.5, 6);
    expect(await trader.client.getTrades()).toMatchObject([{
      trader_side: "MAKER",
      side: "SELL",
      price: "0.3",
      size: "15",
    }]);
  });

  test("ends at its expiration", async () => {
    const expiration = clock.nowMs() / 1000 + 90;
    await trader.post(limitBuy(20, 0.3, { orderType: "GTD", expiration }));
    clock.set(clock.nowMs() + 89_999);
    expect(await trader.client.getOpenOrders()).toHaveLength(1);
    clock.set(clock.nowMs() + 1);
    expect(await trader.client.getOpenOrders()).toEqual([]);
    expect((await book.orders()).at(-1)?.status).toBe("canceled");
  });
});
