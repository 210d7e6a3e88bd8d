import { afterAll, describe, expect, test } from "bun:test";
import { tokensAt } from "../clob/socket_venue.ts";
import { startIndex } from "./index_world.ts";

const index = startIndex();
afterAll(() => index.stop());
const { book, byHand, give, pass, put, positions, activity } = index;

describe("a wallet by hand", () => {
  const hand = async () => {
    const market = book.stageMarket();
    const { address, client } = await book.trader();
    const act = (action: string, amount?: string) =>
      byHand({
        address,
        do: action,
        token_id: market.no,
        ...amount === undefined ? {} : { amount },
      });
    const balances = async () => {
      const asked = [
        { asset_type: "COLLATERAL" as never },
        { asset_type: "CONDITIONAL" as never, token_id: market.yes },
        { asset_type: "CONDITIONAL" as never, token_id: market.no },
      ].map(async (asset) => Number((await client.getBalanceAllowance(asset)).balance) / 1e6);
      return await Promise.all(asked);
    };
    return { market, address, act, balances };
  };

  test("splits and merges, which its balances and the index follow", async () => {
    const { address, act, balances } = await hand();
    expect((await act("split", "30.5")).body).toMatchObject({ usdc: "-30.5" });
    expect(await balances()).toEqual([9_969.5, 30.5, 30.5]);
    pass(1_000);
    expect((await act("merge", "10")).body).toMatchObject({ usdc: "10" });
    expect(await balances()).toEqual([9_979.5, 20.5, 20.5]);
    pass(90_000);
    const held = { current_size: 20.5, avg_price: 0.5, realized_pnl: 0, mergeable: true };
    expect(await positions(address)).toMatchObject([held, held]);
    const pair = { outcome_index: 999, token_id: null, side: null };
    expect(await activity(address)).toMatchObject([
      { type: "MERGE", size: 10, usdc_size: 10, ...pair },
      { type: "SPLIT", size: 30.5, usdc_size: 30.5, ...pair },
    ]);
  });

  test("redeems what is resolved, a row a token; losers are redeemable, too", async () => {
    const { market, address, act, balances } = await hand();
    await act("split", "8");
    expect(await act("redeem"))
      .toEqual({ status: 400, body: { error: "The market is not resolved" } });
    await put("/__resolution", { condition: market.conditionId, payouts: [1_000_000, 0] });
    pass(90_000);
    const ofStatus = (status: string) => positions(address, { status });
    const [won, lost] = [{ token_id: market.yes }, { token_id: market.no }];
    expect(await ofStatus("OPEN")).toMatchObject([{ ...won, redeemable: true, current_price: 1 }]);
    expect(await ofStatus("REDEEMABLE")).toMatchObject([{ ...won, status: "REDEEMABLE" }]);
    expect(await ofStatus("REDEEMABLE_LOST"))
      .toMatchObject([{ ...lost, redeemable: true, current_price: 0 }]);
    expect((await act("redeem")).body).toMatchObject({ usdc: "8" });
    expect(await balances()).toEqual([10_000, 0, 0]);
    expect((await act("redeem")).status).toBe(400);
    pass(90_000);
    expect(await activity(address, { type: "REDEEM" })).toMatchObject([
      { ...lost, size: 8, usdc_size: 0, outcome_index: 1 },
      { ...won, size: 8, usdc_size: 8, outcome_index: 0 },
    ]);
    expect(await ofStatus("OPEN")).toEqual([]);
    const closed = { current_size: 0, total_size: 8, redeemable: false };
    expect(
      (await ofStatus("CLOSED")).toSorted((a, b) =>
        Number(b["realized_pnl"]) - Number(a["realized_pnl"])
      ),
    )
      .toMatchObject([
        { ...won, ...closed, realized_pnl: 4 },
        { ...lost, ...closed, realized_pnl: -4 },
      ]);
  });

  test("redeems what the world has resolved, not what has only ended", async () => {
    const [token_id] = tokensAt(1, index.clock.nowMs());
    const { address } = await book.trader();
    const act = (action: string, more = {}) => byHand({ address, do: action, token_id, ...more });
    await act("split", { amount: "5" });
    index.clock.set(Math.ceil((index.clock.nowMs() + 1) / 300_000) * 300_000 + 7_000);
    expect((await act("redeem")).body).toEqual({ error: "The market is not resolved" });
    pass(180_000);
    expect((await act("redeem")).body).toMatchObject({ usdc: "5" });
  });

  test("redeems what an event that was put names as won", async () => {
    const { yes } = book.stageMarket({ closed: true, outcomePrices: '["0.5", "0.5"]' });
    const { address } = await book.trader();
    await give(address, { [yes]: "5" });
    expect((await byHand({ address, do: "redeem", token_id: yes })).body)
      .toMatchObject({ usdc: "2.5" });
  });

  test.each([
    [{ do: "burn" }, `"do" must be one of split, merge, redeem`],
    [{ do: "split" }, `"amount" must be decimal text above 0`],
    [{ do: "split", amount: "0" }, `"amount" must be decimal text above 0`],
    [{ do: "split", amount: "10000.000001" }, "The wallet has not that much"],
    [{ do: "merge", amount: "0.000001" }, "The wallet has not that much"],
    [{ do: "redeem", token_id: "5" }, `"token_id" must be of a market`],
    [{ do: "redeem", address: "me" }, `"address" must be an address`],
  ])("does nothing of %j", async (change, error) => {
    const { market, address } = await hand();
    expect(await byHand({ address, token_id: market.yes, ...change }))
      .toEqual({ status: 400, body: { error } });
  });
});
