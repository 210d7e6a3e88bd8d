import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fateOf } from "../../../../app/simulator/polymarket/clob/trade_fate.ts";
import { type MarketTokens, startOrderBook, type Trader } from "./trader.ts";
import { control, makeStillClock, ms } from "../../kit/support.ts";

/** How trades end on the chain: a clock twice as fast as the machine's. */
const still = makeStillClock(ms("2026-11-20T12:00:00Z"));
const book = startOrderBook({ ...still, speed: 2, realMs: (virtualMs) => virtualMs / 2 });
afterAll(() => book.stop());

let market: MarketTokens;
let maker: Trader;
let taker: Trader;
beforeEach(async () => {
  market = book.stageMarket({ feeSchedule: { exponent: 1, rate: 0.05, takerOnly: true } });
  [maker, taker] = [await book.trader(), await book.trader()];
  await book.give(taker.address, { [market.yes]: "1000" });
});

const settle = (body: object) => control(`${book.url}/__settlement`, "POST", body);
/** Sells 20 shares at 0.5 to an order that rests, and returns how the trade is shown then. */
async function trade() {
  const order = { tokenId: market.yes, takerAmount: 20e6, makerAmount: 10e6 } as const;
  const { body } = await maker.post({ ...order, side: "BUY", orderType: "GTC" });
  await taker.post({ ...order, side: "SELL", makerAmount: 20e6, takerAmount: 10e6 });
  const id = String(body["orderID"]);
  return {
    id,
    shown: async () => {
      const [found] = await taker.client.getTrades();
      const order = (await book.orders()).find((each) => each.id === id);
      expect(order?.fills).toMatchObject([{ status: found?.status ?? "" }]);
      return { status: found?.status, hash: found?.transaction_hash };
    },
  };
}
const pass = (realMs: number) => still.set(still.nowMs() + 2 * realMs);
const balances = async ({ client }: Trader) => {
  const [money, shares] = await Promise.all([
    client.getBalanceAllowance({ asset_type: "COLLATERAL" as never }),
    client.getBalanceAllowance({ asset_type: "CONDITIONAL" as never, token_id: market.yes }),
  ]);
  return [money.balance, shares.balance].map((amount) => Number(amount) / 1e6);
};

describe("a trade", () => {
  test("that fails moves back what it moved, and its orders stay matched", async () => {
    await settle({ failed: 1, delay_ms: 4_000 });
    const { id } = await trade();
    const money = async () => [(await balances(maker))[0], (await balances(taker))[0]];
    // 20 * 0.05 * 0.5 * 0.5 = 0.25 USDC of fee.
    expect(await money()).toEqual([9_990, 10_009.75]);
    pass(3_999);
    expect(await money()).toEqual([9_990, 10_009.75]);
    pass(1);
    expect([await balances(maker), await balances(taker)])
      .toEqual([[10_000, 0], [10_000, 1_000]]);
    expect(await maker.client.getTrades()).toMatchObject([{ status: "FAILED" }]);
    expect(await maker.client.getOrder(id))
      .toMatchObject({ status: "MATCHED", size_matched: "20.0000" });
  });

  test("that is retried has another transaction afterwards", async () => {
    await settle({ retrying: 1, delay_ms: 4_000 });
    const { shown } = await trade();
    const seen = [await shown()];
    for (let i = 0; i < 4; i += 1) {
      pass(1_000);
      seen.push(await shown());
    }
    expect(seen.map(({ status }) => status))
      .toEqual(["MATCHED", "MINED", "RETRYING", "MINED", "CONFIRMED"]);
    const [none, first, same, second, last] = seen.map(({ hash }) => hash);
    expect([none, same, last]).toEqual([undefined, first, second]);
    expect(second).not.toBe(first);
  });

  test("moves its shares when it is mined, and back while it is retried", async () => {
    await settle({ retrying: 1, delay_ms: 4_000 });
    await trade();
    const sell = (shares: number) => ({
      tokenId: market.yes,
      side: "SELL" as const,
      makerAmount: shares * 1e6,
      takerAmount: shares * 0.9e6,
      orderType: "GTC" as const,
    });
    const lacking = "not enough balance / allowance: the balance is not enough -> balance: ";
    for (const isMoved of [false, true, false, true, true]) {
      const [[, bought], [, sold]] = [await balances(maker), await balances(taker)];
      expect([bought, sold]).toEqual(isMoved ? [20, 980] : [0, 1_000]);
      const [more, all] = [await taker.post(sell(981)), await maker.post(sell(20))];
      if (isMoved) {
        expect(more.body["error"]).toBe(`${lacking}980000000, order amount: 981000000`);
        expect(all.status).toBe(200);
        await maker.client.cancelOrder({ orderID: String(all.body["orderID"]) });
      } else {
        expect(more.body["error"]).toBe(
          `${lacking}1000000000, sum of matched orders: 20000000, ` +
            "order amount (inc. fees): 981000000",
        );
        expect(all.body["error"]).toBe(`${lacking}0, order amount: 20000000`);
      }
      pass(1_000);
    }
  });

  test("settles as usual when nothing is said, and as was said when it was matched", async () => {
    await settle({});
    const { shown } = await trade();
    await settle({ failed: 1, delay_ms: 100 });
    pass(500);
    expect(await shown()).toEqual({ status: "MINED", hash: expect.stringMatching(/^0x\w{64}$/) });
    pass(1_500);
    expect((await shown()).status).toBe("CONFIRMED");
  });

  test.each([
    [{ failed: 1.1 }, `"failed" must be a number from 0 to 1`],
    [{ retrying: "0.1" }, `"retrying" must be a number from 0 to 1`],
    [{ delay_ms: -1 }, `"delay_ms" must be a number from 0 to 3600000`],
    [{ delay: 5 }, `Unknown key "delay": use failed, retrying, delay_ms`],
  ])("is not set to settle by %j", async (body, error) => {
    expect(await settle(body)).toEqual({ status: 400, body: { error } });
  });
});

test("as many trades fail and are retried as was asked for, always the same ones", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(), (share, seed) => {
      const terms = { failedShare: share, retryingShare: 1 - share, endMs: 4_000 };
      const fates = Array.from({ length: 400 }, (_, i) => fateOf(`t-${i}`, { terms, seed }));
      expect(fateOf("t-5", { terms, seed })).toEqual(fates[5] ?? []);
      const count = (status: string) =>
        fates.filter((steps) => steps.some((step) => step.status === status)).length / 400;
      expect(Math.abs(count("FAILED") - share)).toBeLessThan(0.15);
      expect(Math.abs(count("RETRYING") - (1 - share))).toBeLessThan(0.15);
      for (const steps of fates) {
        expect(steps.at(-1)?.status).toBeOneOf(["CONFIRMED", "FAILED"]);
        expect(steps.at(-1)?.afterMs).toBe(4_000);
        expect(steps.findIndex(({ transactionHash }) => transactionHash !== undefined))
          .toBe(steps.findIndex(({ status }) => status === "MINED"));
      }
    }),
    { numRuns: 20 },
  );
});
