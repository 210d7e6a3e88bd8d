import { afterAll, beforeEach, expect, test } from "bun:test";
import { AssetType } from "@polymarket/clob-client-v2";
import {
  type MarketTokens,
  type OrderFields,
  OrderType,
  Side,
  startOrderBook,
  type Trader,
} from "./trader.ts";
import { proxyOf, safeOf } from "../../../../app/simulator/polymarket/relayer/derived_wallet.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
const book = startOrderBook(clock);
afterAll(() => book.stop());

const E6 = 1_000_000;
let market: MarketTokens;
beforeEach(async () => {
  market = book.stageMarket();
  await book.putBook(market.yes, { bids: [["0.4", "500"]], asks: [["0.5", "900"]] });
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

test("an order of a contract's wallet is paid by the contract, whichever key signs", async () => {
  const funderAddress = `0x${"a".repeat(40)}`;
  await book.put("/__account", { address: funderAddress, balance: "250" });
  const trader = await book.trader({ signatureType: 2, funderAddress });
  await book.put("/__account", { address: trader.address, balance: "1" });
  await spend(trader, 100);
  expect(await money(trader)).toBe(150);
  const next = await book.trader({ signatureType: 3, funderAddress });
  await spend(next, 100);
  expect(await money(next)).toBe(50);
  await expect(spend(next, 100)).rejects.toThrow("not enough balance / allowance");
});

test.each([[1, proxyOf], [2, safeOf]] as const)(
  "a key's wallet of type %p is known before any order names it",
  async (signatureType, walletOf) => {
    const trader = await book.trader({ signatureType });
    await book.put("/__account", { address: walletOf(trader.account.address), balance: "77" });
    expect(await money(trader)).toBe(77);
  },
);

test("shares of one outcome are reserved only for its own sales", async () => {
  const trader = await book.trader();
  await book.give(trader.address, { [market.yes]: "1000", [market.no]: "1000" });
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

test.each(
  [
    [0.5, [["0.5", "1000"]]],
    [0.03, [["0.03", "9000"]]],
    [0.97, [["0.97", "1000"]]],
    [0.52, [["0.52", "1000"], ["0.51", "100"], ["0.5", "10"]]],
    // A better price has a higher fee, which the client does not know.
    [0.6, [["0.6", "1000"], ["0.3", "160"]]],
  ] as const,
)("the whole balance is spent as the official client lowers it for the fee: at %d", async (
  _,
  asks,
) => {
  const trader = await book.trader();
  const fees = { feesEnabled: true, feeSchedule: { exponent: 1, rate: 0.07, takerOnly: true } };
  const { yes } = book.stageMarket(fees);
  await book.putBook(yes, { asks });
  await book.put("/__account", { address: trader.address, balance: "100" });
  const order = { tokenID: yes, amount: 100, side: Side.BUY };
  const post = (balance: object) =>
    trader.client.createAndPostMarketOrder(
      { ...order, ...balance },
      undefined,
      OrderType.FOK,
      true,
    );
  await expect(post({})).rejects.toThrow("not enough balance / allowance: the balance is not");
  expect((await post({ userUSDCBalance: 100 })).status).toBe("matched");
  // Little remains, and the balance is not negative.
  expect(await money(trader)).toBeWithin(0, 1);
});
