import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
  type LevelText,
  type MarketTokens,
  type OrderFields,
  OrderType,
  Side,
  startOrderBook,
  type Trader,
} from "./trader.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

const book = startOrderBook(makeStillClock(ms("2026-11-20T12:00:00Z")));
afterAll(() => book.stop());

const E6 = 1_000_000;
const FEES = { feesEnabled: true, feeSchedule: { exponent: 1, rate: 0.07, takerOnly: true } };
let market: MarketTokens;
let trader: Trader;
beforeEach(async () => {
  market = book.stageMarket(FEES);
  trader = await book.trader();
  await book.put("/__account", { address: trader.address, balance: "100" });
});

const putAsks = (...asks: ReadonlyArray<LevelText>) => book.putBook(market.yes, { asks });
const buying = (usdc: number, price: number): OrderFields => ({
  tokenId: market.yes,
  side: "BUY",
  makerAmount: usdc * E6,
  takerAmount: Math.floor((usdc / price) * 1e4) * 100,
});
const refusal = async (fields: OrderFields) => (await trader.post(fields)).body["error"];
const tooMuch = (amount: number) =>
  "not enough balance / allowance: the balance is not enough -> balance: 100000000, " +
  `sum of matched orders: 0, order amount (inc. fees): ${amount}`;

describe("a purchase with the whole balance", () => {
  test("is refused because of its fee, filled or not", async () => {
    await putAsks(["0.5", "1000"]);
    expect(await refusal(buying(100, 0.5))).toBe(tooMuch(103_500_000));
    await putAsks(["0.6", "1000"]);
    expect(await refusal(buying(100, 0.5))).toBe(tooMuch(103_500_000));
    // Without a fee, nothing needs to remain.
    market = book.stageMarket();
    await putAsks(["0.5", "1000"]);
    expect(await refusal(buying(100, 0.5))).toBeUndefined();
  });

  test("must leave the fee at the price it gets, not at its own", async () => {
    await putAsks(["0.5", "1000"]);
    expect(await refusal(buying(99, 0.99))).toBe(tooMuch(99_000_000 + 3_465_000));
    expect(await refusal({ ...buying(99, 0.99), orderType: "FAK" }))
      .toBe(tooMuch(99_000_000 + 3_465_000));
    expect(await refusal(buying(96.61, 0.99))).toBeUndefined();
  });

  test.each(
    [
      [0.5, [["0.5", "1000"]]],
      [0.03, [["0.03", "9000"]]],
      [0.97, [["0.97", "1000"]]],
      [0.52, [["0.52", "1000"], ["0.51", "100"], ["0.5", "10"]]],
      // A better price has a higher fee, which the client does not know.
      [0.6, [["0.6", "1000"], ["0.3", "160"]]],
    ] as const,
  )("is taken as the official client lowers it: at %d", async (_, asks) => {
    await putAsks(...asks);
    const { client, address } = trader;
    const answer = await client.createAndPostMarketOrder(
      { tokenID: market.yes, amount: 100, side: Side.BUY, userUSDCBalance: 100 },
      undefined,
      OrderType.FOK,
      true,
    );
    expect(answer.status).toBe("matched");
    const query = "/balance-allowance?asset_type=COLLATERAL&signature_type=0";
    const { body } = await trader.call("GET", query);
    // Little remains, and the balance is not negative.
    expect(Number(body["balance"])).toBeGreaterThanOrEqual(0);
    expect(Number(body["balance"])).toBeLessThan(1 * E6);
    expect(address).toBe(trader.address);
  });

  test("may rest, as a resting order pays no fee", async () => {
    await putAsks(["0.6", "1000"]);
    const { body } = await trader.post({ ...buying(100, 0.5), orderType: "GTC" });
    expect(body).toMatchObject({ status: "live" });
  });
});

describe("amounts of sales", () => {
  const text = (decimals: number) =>
    "invalid amounts, the market sell orders maker amount supports a max accuracy of 2 decimals, " +
    `taker amount a max of ${decimals} decimals`;

  test.each(
    [
      // Ticks, the bid, shares, what they are worth, and that with one digit too many.
      [0.1, "0.1", 5.55, 0.555, 0.5551, 3],
      [0.01, "0.03", 5.55, 0.1665, 0.16651, 4],
      [0.005, "0.005", 10.11, 0.05055, 0.050551, 5],
      [0.001, "0.003", 10.11, 0.03033, 0.030331, 5],
    ] as const,
  )("have the digits that ticks of %d allow", async (tick, bid, shares, worth, finer, decimals) => {
    market = book.stageMarket({ orderPriceMinTickSize: tick });
    await book.putBook(market.yes, { bids: [[bid, "1000"]] });
    const selling = (money: number): OrderFields => ({
      tokenId: market.yes,
      side: "SELL",
      makerAmount: shares * E6,
      takerAmount: money * E6,
    });
    expect(await refusal(selling(finer))).toBe(text(decimals));
    expect(await refusal(selling(worth))).toBeUndefined();
  });

  test.each([
    [0.0025, "0.9875", 10.11, 9.983625],
    [0.0001, "0.9999", 10.11, 10.108989],
  ])("have six with ticks of %d", async (tick, bid, shares, worth) => {
    market = book.stageMarket({ orderPriceMinTickSize: tick });
    await book.putBook(market.yes, { bids: [[bid, "1000"]] });
    const { status, body } = await trader.post({
      tokenId: market.yes,
      side: "SELL",
      makerAmount: shares * E6,
      takerAmount: worth * E6,
    });
    expect([status, body["takingAmount"]]).toEqual([200, String(worth)]);
  });
});
