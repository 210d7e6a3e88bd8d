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

const FEE = { feeSchedule: { exponent: 1, rate: 0.05, takerOnly: true } };
let market: MarketTokens;
let trader: Trader;
beforeEach(async () => {
  market = book.stageMarket();
  trader = await book.trader();
});

type Terms = Partial<OrderFields>;
/** Spends this much at this price; the shares are floored as the venue's client does. */
const buy = (usdc: number, price: number, terms: Terms = {}): OrderFields => ({
  tokenId: market.yes,
  side: "BUY",
  makerAmount: usdc * 1e6,
  takerAmount: Math.floor((usdc * 1e4) / price + 1e-7) * 100,
  ...terms,
});
const sell = (shares: number, price: number, terms: Terms = {}): OrderFields => ({
  tokenId: market.yes,
  side: "SELL",
  makerAmount: shares * 1e6,
  takerAmount: shares * price * 1e6,
  ...terms,
});
const rest = async (of: Trader, shares: number, price: number) =>
  (await of.post(buy(shares * price, price, { takerAmount: shares * 1e6, orderType: "GTC" }))).body;

const levels = async () => {
  type Side = ReadonlyArray<{ readonly price: string; readonly size: string }>;
  const { body } = await get<{ readonly bids: Side; readonly asks: Side }>(
    `${book.url}/book?token_id=${market.yes}`,
  );
  const texts = (side: Side) => side.map(({ price, size }): LevelText => [price, size]);
  return { bids: texts(body.bids), asks: texts(body.asks) };
};
const money = async ({ client }: Trader) =>
  Number((await client.getBalanceAllowance({ asset_type: "COLLATERAL" as never })).balance) / 1e6;
/** Once all trades are on the chain. */
const shares = async ({ client }: Trader) => {
  clock.set(clock.nowMs() + 4_000);
  const asked = { asset_type: "CONDITIONAL" as never, token_id: market.yes };
  return Number((await client.getBalanceAllowance(asked)).balance) / 1e6;
};

describe("an order at once", () => {
  const FAK = { orderType: "FAK" } as const;
  test.each<[string, () => OrderFields, ReadonlyArray<LevelText>, number, number, fee: number]>([
    ["one level, rounded down", () => buy(5, 0.27), [["0.27", "100"]], 4.999999, 18.518518, 0],
    ["all there is", () => buy(5, 0.5), [["0.5", "10"]], 5, 10, 0],
    ["a better price", () => buy(5, 0.5), [["0.5", "90"], ["0.25", "90"]], 5, 20, 0],
    ["two levels", () => buy(5, 0.5), [["0.5", "90"], ["0.25", "10"]], 5, 15, 0],
    ["odd sizes", () => buy(3, 0.5), [["0.5", "3.02"], ["0.1", "14.9"]], 3, 17.92, 0],
    ["what there is", () => buy(8, 0.5, FAK), [["0.6", "9"], ["0.5", "10"]], 5, 10, 0],
    ["what bids there are", () => sell(8, 0.3, FAK), [["0.2", "9"], ["0.3", "7"]], 7, 2.1, 0],
    // 10 * 0.05 * 0.27 * 0.73 = 0.098550, and 4.6 * 0.05 * 0.25 = 0.0575.
    ["levels with fees", () => buy(5, 0.5), [["0.5", "9"], ["0.27", "10"]], 5, 14.6, 0.15605],
    // 3 * 0.05 * 0.35 * 0.65 = 0.034125, the tie to the even 0.03412; 3 * 0.05 * 0.21 = 0.0315.
    ["bids, less fees", () => sell(6, 0.3), [["0.3", "4"], ["0.35", "3"]], 6, 1.95, 0.06562],
  ])("takes %s", async (_, order, found, making, taking, fee) => {
    market = book.stageMarket(fee === 0 ? {} : FEE);
    const isSale = order().side === "SELL";
    const held = isSale ? 8 : 0;
    await book.give(trader.address, { [market.yes]: String(held) });
    await book.putBook(market.yes, isSale ? { bids: found } : { asks: found });
    expect((await trader.post(order())).body).toMatchObject({
      status: "matched",
      makingAmount: String(making),
      takingAmount: String(taking),
    });
    expect(await money(trader)).toBeCloseTo(10_000 + (isSale ? taking : -making) - fee, 6);
    expect(await shares(trader)).toBeCloseTo(held + (isSale ? -making : taking), 6);
  });
});

describe("a resting order", () => {
  test.each([
    ["the same outcome", () => sell(8, 0.3), 8 * 0.3],
    ["the other outcome", () => buy(5.6, 0.7, { tokenId: market.no }), -5.6],
  ])("trades with a taker of %s, at its own price", async (_, taker, earned) => {
    const maker = await book.trader();
    await book.give(trader.address, { [market.yes]: "8" });
    await rest(maker, 20, 0.3);
    await trader.post(taker());
    expect(await money(trader)).toBeCloseTo(10_000 + earned, 6);
    expect(await money(maker)).toBeCloseTo(10_000 - 2.4, 6);
    expect(await shares(maker)).toBe(8);
    expect(await maker.client.getOpenOrders())
      .toMatchObject([{ size_matched: "8.0000", status: "LIVE" }]);
  });

  test("goes before the book at its price, the oldest first", async () => {
    await book.putBook(market.yes, { bids: [["0.3", "20"]] });
    const [first, second] = [await book.trader(), await book.trader()];
    await book.give(trader.address, { [market.yes]: "7" });
    await rest(first, 5, 0.3);
    await rest(second, 5, 0.3);
    await trader.post(sell(7, 0.3));
    expect([await shares(first), await shares(second)]).toEqual([5, 2]);
    expect(await levels()).toEqual({ bids: [["0.3", "23"]], asks: [] });
  });

  test("takes what crosses it, rests with what is left, and is filled at its price", async () => {
    await book.putBook(market.yes, { asks: [["0.28", "8"]] });
    expect(await rest(trader, 20, 0.3))
      .toMatchObject({ status: "matched", makingAmount: "2.24", takingAmount: "8" });
    expect(await levels()).toEqual({ bids: [["0.3", "12"]], asks: [] });
    await book.putBook(market.yes, { asks: [["0.25", "7"]] });
    expect(await levels()).toEqual({ bids: [["0.3", "5"]], asks: [] });
    expect(await money(trader)).toBeCloseTo(10_000 - 2.24 - 2.1, 6);
  });
});
