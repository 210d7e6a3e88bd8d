import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { type MarketTokens, type OrderFields, startOrderBook, type Trader } from "./trader.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
const book = startOrderBook(clock);
afterAll(() => book.stop());

let market: MarketTokens;
let trader: Trader;
beforeEach(async () => {
  market = book.stageMarket();
  trader = await book.trader();
  await book.putBook(market.yes, { bids: [["0.4", "50"]], asks: [["0.6", "5"], ["0.5", "10"]] });
});

const NOW_SEC = ms("2026-11-20T12:00:00Z") / 1000;
const E6 = 1_000_000;
/** Buys 20 shares at 0.45 when the book has them, and rests until then. */
const resting = (): OrderFields => ({
  tokenId: market.yes,
  side: "BUY",
  makerAmount: 9 * E6,
  takerAmount: 20 * E6,
  orderType: "GTC",
});
/** Buys for 4 USDC at 0.5 at most. */
const buying = (): OrderFields => ({
  tokenId: market.yes,
  side: "BUY",
  makerAmount: 4 * E6,
  takerAmount: 8 * E6,
});
/** Sells 10 shares at 0.4 at least. */
const selling = (): OrderFields => ({
  tokenId: market.yes,
  side: "SELL",
  makerAmount: 10 * E6,
  takerAmount: 4 * E6,
});

/** Returns the refusal of an order, and checks that the venue has no new order afterwards. */
async function refusal(fields: OrderFields) {
  const before = (await book.orders()).length;
  const { status, body } = await trader.post(fields);
  expect((await book.orders()).length).toBe(before);
  return [status, body["error"]];
}

describe("an order is refused", () => {
  test("if it violates a rule, even if it also cannot be filled", async () => {
    const text = "order couldn't be fully filled. FOK orders are fully filled or killed.";
    expect(await refusal({ ...buying(), makerAmount: 6 * E6, takerAmount: 12 * E6 }))
      .toEqual([400, text]);
    expect(await refusal({ ...selling(), makerAmount: 51 * E6, takerAmount: 20.4 * E6 }))
      .toEqual([400, text]);
  });

  test("whose second amount was rounded up, as it implies less than a tick's price", async () => {
    await book.putBook(market.yes, { asks: [["0.27", "100"]] });
    const fields = { ...buying(), makerAmount: 5 * E6 };
    expect((await refusal({ ...fields, takerAmount: 18.5186 * E6 }))[1])
      .toBe("order couldn't be fully filled. FOK orders are fully filled or killed.");
    expect((await trader.post({ ...fields, takerAmount: 18.5185 * E6 })).status).toBe(200);
  });

  test("that takes what is available, if nothing is", async () => {
    expect(await refusal({ ...buying(), takerAmount: 10 * E6, orderType: "FAK" })).toEqual([
      400,
      "no orders found to match with FAK order. FAK orders are partially filled or killed if no " +
      "match is found.",
    ]);
  });

  test("that its wallet cannot pay for in addition to its other orders", async () => {
    await book.put("/__account", { address: trader.address, balance: "12" });
    await trader.post(resting());
    expect(await refusal(buying())).toEqual([
      400,
      "not enough balance / allowance: the balance is not enough -> balance: 12000000, " +
      "sum of active orders: 9000000, sum of matched orders: 0, order amount (inc. fees): 4000000",
    ]);
  });

  test("whose fee its wallet cannot pay in addition", async () => {
    const fees = { feesEnabled: true, feeSchedule: { exponent: 1, rate: 0.07, takerOnly: true } };
    const { yes } = book.stageMarket(fees);
    await book.putBook(yes, { asks: [["0.5", "10"]] });
    await book.put("/__account", { address: trader.address, balance: "4.139999" });
    expect(await refusal({ ...buying(), tokenId: yes })).toEqual([
      400,
      "not enough balance / allowance: the balance is not enough -> balance: 4139999, " +
      "sum of matched orders: 0, order amount (inc. fees): 4140000",
    ]);
    await book.put("/__account", { address: trader.address, balance: "4.14" });
    expect((await trader.post({ ...buying(), tokenId: yes })).status).toBe(200);
  });

  test("without the exchange's allowance", async () => {
    await book.put("/__account", { address: trader.address, allowances: "3" });
    expect(await refusal(buying())).toEqual([
      400,
      "not enough balance / allowance: the allowance is not enough -> " +
      "spender: 0xE111180000d2663C0091e4f400237545B87B996B, allowance: 3000000, " +
      "sum of matched orders: 0, order amount (inc. fees): 4000000",
    ]);
    expect((await trader.post(selling())).status).toBe(200);
    await book.put("/__account", { address: trader.address, allowances: false });
    expect((await refusal(selling()))[1]).toStartWith("not enough balance / allowance: the allow");
  });

  test("that buys for less than a dollar", async () => {
    const small = { ...buying(), makerAmount: 0.7 * E6, takerAmount: 1.4 * E6 };
    const refused = [400, "invalid amount for a marketable BUY order ($0.7), min size: $1"];
    expect(await refusal(small)).toEqual(refused);
    expect(await refusal({ ...small, orderType: "FAK" })).toEqual(refused);
    const dollar = { ...buying(), makerAmount: 1 * E6, takerAmount: 2 * E6 };
    expect((await trader.post(dollar)).status).toBe(200);
    await book.putBook(market.yes, { asks: [["0.1", "10"]] });
    expect(
      await refusal({
        ...resting(),
        makerAmount: 0.5 * E6,
        takerAmount: 5 * E6,
      }),
    ).toEqual([400, "invalid amount for a marketable BUY order ($0.5), min size: $1"]);
  });

  test.each(["GTC", "FOK", "FAK"] as const)(
    "that is smaller than the minimum: %s",
    async (type) => {
      const small = { ...selling(), makerAmount: 4.99 * E6, takerAmount: 1.996 * E6 };
      const [status, error] = await refusal({ ...small, orderType: type });
      expect(status).toBe(400);
      expect(error).toMatch(
        /^order 0x[0-9a-f]{64} is invalid\. Size \(4\.99\) lower than the minimum: 5$/,
      );
    },
  );

  test.each(
    [
      ["GTC", 10.1 * E6, 20 * E6, "0.505"],
      ["FOK", 10.1 * E6, 20 * E6, "0.505"],
      ["FAK", 5 * E6, 9.9 * E6, "0.50505"],
      ["FAK", 5 * E6, 9.9999 * E6, "0.500005"],
    ] as const,
  )("with a price between ticks: %s", async (orderType, maker, taker, price) => {
    const fields = { ...buying(), orderType, makerAmount: maker, takerAmount: taker };
    const [status, error] = await refusal(fields);
    expect(status).toBe(400);
    expect(error).toMatch(/^order 0x[0-9a-f]{64} is invalid\. Price \(/);
    expect(error).toContain(`Price (${price}`);
    expect(error).toEndWith(") breaks minimum tick size rule: 0.01");
  });

  test.each([[0, "0"], [20 * E6, "1"], [24 * E6, "1.2"]])(
    "with a price outside the range: %d for 20 shares",
    async (money, price) => {
      const taker = { ...resting(), side: "SELL" as const, makerAmount: 20 * E6 };
      const fields = { ...taker, takerAmount: money === 0 ? 1 : money, orderType: "FOK" as const };
      const wanted = [400, `invalid price (${price}), min: 0.01 - max: 0.99`];
      expect(await refusal(fields)).toEqual(wanted);
    },
  );

  test("as a duplicate, sent concurrently", async () => {
    const body = await trader.sign(resting());
    const answers = await Promise.all([1, 2, 3].map(() => trader.call("POST", "/order", body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test("with too many decimals for a market order", async () => {
    const text = (side: string, decimals: number) =>
      `invalid amounts, the market ${side} orders maker amount supports a max accuracy of 2 ` +
      `decimals, taker amount a max of ${decimals} decimals`;
    const cents = { ...buying(), makerAmount: 4.001 * E6, takerAmount: 8.002 * E6 };
    expect(await refusal(cents)).toEqual([400, text("buy", 4)]);
    const shares = { ...buying(), makerAmount: 5 * E6, takerAmount: 9.99995 * E6 };
    expect(await refusal(shares)).toEqual([400, text("buy", 4)]);
    const lots = { ...selling(), makerAmount: 10.005 * E6, takerAmount: 4.002 * E6 };
    expect(await refusal(lots)).toEqual([400, text("sell", 4)]);
    const { yes } = book.stageMarket({ orderPriceMinTickSize: 0.001 });
    await book.putBook(yes, { asks: [["0.3", "50"]] });
    const fine = { ...buying(), tokenId: yes, makerAmount: 5 * E6 };
    expect((await trader.post({ ...fine, takerAmount: 16.66666 * E6 })).status).toBe(200);
    expect(await refusal({ ...fine, takerAmount: 16.666665 * E6 })).toEqual([400, text("buy", 5)]);
  });

  test("that is post-only and would match", async () => {
    const crossing = { ...resting(), makerAmount: 10 * E6, postOnly: true };
    expect(await refusal(crossing))
      .toEqual([400, "invalid post-only order: order crosses book"]);
    expect((await trader.post({ ...resting(), postOnly: true })).body["status"]).toBe("live");
  });

  test("with an expiration that is too near, or not allowed for its type", async () => {
    const refused = [400, "invalid expiration"];
    const dated = { ...resting(), orderType: "GTD" as const };
    expect(await refusal({ ...dated, expiration: NOW_SEC + 59 })).toEqual(refused);
    expect(await refusal(dated)).toEqual(refused);
    expect(await refusal({ ...resting(), expiration: NOW_SEC + 600 })).toEqual(refused);
    expect((await trader.post({ ...dated, expiration: NOW_SEC + 60 })).status).toBe(200);
  });

  test("of a wallet that must trade through its deposit wallet", async () => {
    await book.put("/__account", { address: trader.address, depositWalletOnly: true });
    expect(await refusal(buying()))
      .toEqual([400, "maker address not allowed, please use the deposit wallet flow"]);
  });

  test("of a banned or sell-only address", async () => {
    const { address } = trader;
    await book.put("/__account", { address, closedOnly: true });
    expect(await refusal(buying())).toEqual([400, `'${address}' address in closed only mode`]);
    expect(await trader.client.getClosedOnlyMode()).toEqual({ closed_only: true });
    expect((await trader.post(selling())).status).toBe(200);
    await book.put("/__account", { address, banned: true });
    expect(await refusal(selling())).toEqual([400, `'${address}' address banned`]);
  });

  test("for a token without a book", async () => {
    const { yes } = book.stageMarket({ closed: true, outcomePrices: '["1", "0"]' });
    const refused = [404, "No orderbook exists for the requested token id"];
    expect(await refusal({ ...buying(), tokenId: "123" })).toEqual(refused);
    expect(await refusal({ ...buying(), tokenId: yes })).toEqual(refused);
  });

  test("in a market that accepts none", async () => {
    const { yes } = book.stageMarket({ acceptingOrders: false });
    expect(await refusal({ ...buying(), tokenId: yes }))
      .toEqual([400, "the market is not yet ready to process new orders"]);
  });
});

describe("a batch", () => {
  test.each([["POST", 16, {}, 15], ["DELETE", 1_001, "0x5", 1_000]] as const)(
    "to %s has not %d orders",
    async (method, count, each, max) => {
      const { status, body } = await trader.call(method, "/orders", Array(count).fill(each));
      expect([status, body["error"]])
        .toEqual([400, `Too many orders in payload: ${count}, max allowed: ${max}`]);
    },
  );

  test("reports its refusals individually, as successes", async () => {
    const bodies = [await trader.sign(resting()), {}, await trader.sign(buying())];
    const { status, body } = await trader.call("POST", "/orders", bodies);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { success: true, errorMsg: "", status: "live" },
      { success: true, errorMsg: "Invalid order payload", orderID: "" },
      { success: true, errorMsg: "", status: "matched" },
    ]);
  });
});
