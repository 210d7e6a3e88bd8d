import { afterAll, describe, expect, test } from "bun:test";
import { makeSandboxClock } from "../../../../app/simulator/kit/clock.ts";
import { FUNDER, OrderType, Side, startOrderBook } from "./trader.ts";

/** A minute per second, so that the chain is final at the client's first read. */
const clock = makeSandboxClock({ speed: 60 });
const book = startOrderBook(clock);
afterAll(() => book.stop());

const funded = (signatureType: number) => ({
  signatureType,
  ...(signatureType === 0 ? {} : { funderAddress: FUNDER }),
});

/** The wallet that holds the shares of a key. */
const walletOf = (signatureType: number, address: string) => signatureType === 0 ? address : FUNDER;

describe.each([0, 1, 2, 3])("the venue's own client with signature type %d", (signatureType) => {
  describe.each([
    ["plain", { orderPriceMinTickSize: 0.01 }, 0.27],
    ["neg-risk", { orderPriceMinTickSize: 0.01, negRisk: true }, 0.27],
    ["fine", { orderPriceMinTickSize: 0.001 }, 0.273],
    ["fine neg-risk", { orderPriceMinTickSize: 0.001, negRisk: true }, 0.273],
  ])("in a %s market", (_, fields, price) => {
    test("buys for money, at the price of the book", async () => {
      const { client } = await book.trader(funded(signatureType));
      const { yes } = book.stageMarket(fields);
      await book.putBook(yes, { asks: [["0.9", "100"], [String(price), "100"]] });
      const order = { tokenID: yes, amount: 5, side: Side.BUY };
      for (const orderType of [OrderType.FOK, OrderType.FAK] as const) {
        const answer = await client.createAndPostMarketOrder(order, undefined, orderType, true);
        expect(answer).toMatchObject({ success: true, errorMsg: "", status: "matched" });
        expect(answer.transactionsHashes).toBeUndefined();
        expect(answer.tradeIDs).toHaveLength(1);
        const shares = Number(answer.takingAmount);
        expect(shares).toBeCloseTo(5 / price, 5);
        expect(Number(answer.makingAmount)).toBeCloseTo(5, 5);
      }
    });

    test("sells shares, at the price of the book", async () => {
      const { client, address } = await book.trader(funded(signatureType));
      const { yes } = book.stageMarket(fields);
      await book.give(walletOf(signatureType, address), { [yes]: "21" });
      await book.putBook(yes, { bids: [["0.01", "100"], [String(price), "100"]] });
      const order = { tokenID: yes, amount: 10.5, side: Side.SELL };
      for (const orderType of [OrderType.FOK, OrderType.FAK] as const) {
        const answer = await client.createAndPostMarketOrder(order, undefined, orderType, true);
        expect(answer).toMatchObject({ status: "matched", makingAmount: "10.5" });
        expect(Number(answer.takingAmount)).toBeCloseTo(10.5 * price, 5);
      }
    });

    test("places, lists, finds and cancels an order that rests", async () => {
      const { client, creds, address } = await book.trader(funded(signatureType));
      const { yes, conditionId } = book.stageMarket(fields);
      await book.give(walletOf(signatureType, address), { [yes]: "10" });
      const placed = await client.createAndPostOrder(
        { tokenID: yes, price, size: 20, side: Side.BUY },
        undefined,
        OrderType.GTC,
      );
      expect(placed).toMatchObject({ status: "live", makingAmount: "", takingAmount: "" });
      const [open, ...others] = await client.getOpenOrders();
      expect(others).toEqual([]);
      expect(open).toMatchObject({
        id: placed.orderID,
        status: "LIVE",
        owner: creds.key,
        market: conditionId,
        asset_id: yes,
        side: "BUY",
        original_size: "20.0000",
        size_matched: "0.0000",
        price: String(price),
        outcome: "Yes",
        order_type: "GTC",
      });
      expect(await client.getOrder(placed.orderID)).toEqual(open!);
      const order = await client.createOrder({ tokenID: yes, price, size: 10, side: Side.SELL });
      const ahead = Math.floor(clock.nowMs() / 1000) + 3_600;
      const timed = { tokenID: yes, price, size: 5, side: Side.BUY, expiration: ahead };
      const batch = await client.postOrders([
        { order, orderType: OrderType.GTC },
        { order: await client.createOrder(timed), orderType: OrderType.GTD },
      ], true);
      expect(batch).toMatchObject([
        { success: true, errorMsg: expect.stringMatching(/ crosses the book$/), orderID: "" },
        { success: true, errorMsg: "", status: "live" },
      ]);
      const later = String(batch[1]?.orderID);
      expect(await client.getOrder(later)).toMatchObject({ expiration: String(ahead) });
      expect(await client.cancelOrder({ orderID: placed.orderID })).toEqual({
        canceled: [placed.orderID],
        not_canceled: {},
      });
      expect((await client.cancelOrders([later, placed.orderID])).canceled).toEqual([later]);
      expect(await client.getOrder(placed.orderID)).toEqual({ ...open!, status: "CANCELED" });
      expect(await client.getOpenOrders()).toEqual([]);
    });
  });
});
