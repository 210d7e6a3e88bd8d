import { afterAll, beforeEach, expect, test } from "bun:test";
import { OrderType, Side, startOrderBook, type Trader } from "./trader.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

const book = startOrderBook(makeStillClock(ms("2026-11-20T12:00:00Z")));
afterAll(() => book.stop());

let trader: Trader;
beforeEach(async () => void (trader = await book.trader()));

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
  const query = "/balance-allowance?asset_type=COLLATERAL&signature_type=0";
  // Little remains, and the balance is not negative.
  expect(Number((await trader.call("GET", query)).body["balance"])).toBeWithin(0, 1e6);
});
