import { afterAll, describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { makeDataClient } from "../../../../adapters/polymarket/data/client.ts";
import { makePolymarketWalletIndex } from "../../../../adapters/polymarket/data/wallet_index.ts";
import type { WalletIndex } from "../../../../core/port/wallet_index.ts";
import { control } from "../../../simulator/kit/support.ts";
import { LISTED_MS, startIndex } from "../../../simulator/polymarket/data/index_world.ts";
import { runStill } from "../../../still_run.ts";

const index = startIndex();
afterAll(() => index.stop());
const { book, clock, give, pass, put, trade } = index;

const ask = <A, E>(question: (port: WalletIndex["Service"]) => Effect.Effect<A, E>) =>
  runStill(
    clock,
    Effect.flatMap(
      makeDataClient({ dataUrl: index.url }),
      (client) => question(makePolymarketWalletIndex(client)),
    ),
  );
const holdings = (address: string) => ask((port) => port.holdings(address));
const activity = (address: string, sinceMs = 0) =>
  ask((port) => port.activity(address, { sinceMs }));
const byHand = async (address: string, action: string, token_id: string, amount?: string) =>
  await index.byHand({ address, do: action, token_id, ...amount === undefined ? {} : { amount } });

describe("the venue's index of wallets", () => {
  test("has all that a wallet holds and held, once", async () => {
    const { address } = await book.trader();
    const [dust, archived, won, sold] = [
      book.stageMarket({ slug: "dust" }),
      book.stageMarket({ archived: true, slug: "old" }),
      book.stageMarket({ slug: "over" }),
      book.stageMarket({ slug: "sold" }),
    ];
    await give(address, { [dust.no]: "0.000001", [archived.yes]: "7" });
    await byHand(address, "split", won.yes, "8.25");
    await byHand(address, "split", sold.yes, "3");
    await byHand(address, "merge", sold.yes, "3");
    await put("/__resolution", { condition: won.conditionId, payouts: [0, 1_000_000] });
    pass(90_000);
    const half = { averagePriceE6: Option.some(500_000n), realizedE6: Option.some(0n) };
    const given = { averagePriceE6: Option.none(), realizedE6: Option.none() };
    const yes = { outcome: "Yes", outcomeIndex: Option.some(0) };
    const no = { outcome: "No", outcomeIndex: Option.some(1) };
    const { holdings: found } = await holdings(address);
    const held = [
      { tokenId: dust.no, sharesE6: 1n, slug: "dust", ...no, ...given },
      { tokenId: archived.yes, sharesE6: 7_000_000n, slug: "old", ...yes, ...given },
      { tokenId: won.yes, sharesE6: 8_250_000n, slug: "over", ...yes, ...half },
      { tokenId: won.no, sharesE6: 8_250_000n, slug: "over", ...no, ...half },
      { tokenId: sold.yes, sharesE6: 0n, slug: "sold", ...yes, ...half },
      { tokenId: sold.no, sharesE6: 0n, slug: "sold", ...no, ...half },
    ];
    const byToken = <T extends { readonly tokenId: string }>(rows: ReadonlyArray<T>) =>
      rows.toSorted((one, other) => (one.tokenId < other.tokenId ? -1 : 1));
    expect(byToken(found)).toMatchObject(byToken(held));
    expect(found.every(({ conditionId }) => /^0x[0-9a-f]{64}$/.test(conditionId))).toBe(true);
  });

  test("tells what a wallet did as maker, as taker and by hand, oldest first", async () => {
    const market = book.stageMarket({ feeSchedule: { exponent: 1, rate: 0.05, takerOnly: true } });
    const sinceMs = clock.nowMs();
    const { maker, taker } = await trade(market, { shares: 20, price: 0.4 });
    pass(5_000);
    await byHand(maker.address, "split", market.yes, "6");
    await put("/__resolution", { condition: market.conditionId, payouts: [1_000_000, 0] });
    await byHand(maker.address, "redeem", market.yes);
    pass(LISTED_MS);
    const [traded] = await taker.client.getTrades();
    const bought = {
      kind: "trade",
      type: "TRADE",
      atMs: sinceMs + 4_000,
      tx: Option.some(String(traded?.transaction_hash)),
      conditionId: Option.some(market.conditionId),
      tokenId: Option.some(market.yes),
      outcomeIndex: Option.some(0),
      side: Option.some("BUY"),
      sharesE6: Option.some(20_000_000n),
      usdcE6: Option.some(8_000_000n),
    };
    const none = { side: Option.none() };
    const { activity: made } = await activity(maker.address);
    expect(made as ReadonlyArray<unknown>).toMatchObject([
      bought,
      { kind: "split", tokenId: Option.none(), outcomeIndex: Option.none(), ...none },
      {
        kind: "redeem",
        tokenId: Option.some(market.yes),
        usdcE6: Option.some(26_000_000n),
        ...none,
      },
      { kind: "redeem", tokenId: Option.some(market.no), usdcE6: Option.some(0n), ...none },
    ]);
    const { activity: taken } = await activity(taker.address);
    expect(taken as ReadonlyArray<unknown>).toEqual([{ ...bought, side: Option.some("SELL") }]);
    const later = await activity(maker.address, sinceMs + 5_000);
    expect(later.activity).toEqual(made.slice(1));
  });

  test("has all that happened until it says, whatever the edge has kept", async () => {
    await put("/__lag", { seconds: 2 });
    const { address } = await book.trader();
    const { yes } = book.stageMarket();
    let sinceMs = Infinity;
    for (let second = 0; second < 40; second += 1) {
      const held = await holdings(address);
      const done = await activity(address);
      expect(held.asOfMs).toBe(clock.nowMs() - 7_000);
      expect(done.asOfMs).toBe(clock.nowMs() - 17_000);
      expect(held.holdings.length === 2 || held.asOfMs < sinceMs).toBe(true);
      expect(done.activity.length === 1 || done.asOfMs < sinceMs).toBe(true);
      if (second === 3) {
        await byHand(address, "split", yes, "5");
        sinceMs = clock.nowMs();
      }
      pass(1_000);
    }
    expect((await activity(address)).activity).toHaveLength(1);
    await put("/__lag", { seconds: 90 });
  });

  test("waits through bursts of 503 as long as it is asked to", async () => {
    const { address } = await book.trader();
    const fault = (fields: object) =>
      control(`${index.url}/__faults`, "POST", { kind: "status", status: 503, ...fields });
    await fault({ match: "GET /v2/positions", times: 3, retry_after: 7 });
    const beganMs = clock.nowMs();
    expect((await holdings(address)).holdings).toEqual([]);
    expect(clock.nowMs() - beganMs).toBe(21_000);
  });
});
