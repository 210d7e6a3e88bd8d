import { afterAll, describe, expect, test } from "bun:test";
import { makeChainLog } from "../../../../app/simulator/polymarket/chain/chain_log.ts";
import { get, start } from "../../kit/support.ts";
import { tokensAt } from "../clob/socket_venue.ts";
import { LISTED_MS, SETTLED_MS, startIndex } from "./index_world.ts";

/** What the index says of amounts, and of the markets that they are of. */
const index = startIndex();
const metadata = start("venue-metadata", index.clock);
afterAll(() => Promise.all([index.stop(), metadata.stop()]));
const { book, byHand, give, pass, positions } = index;

const FEES = { feeSchedule: { exponent: 1, rate: 0.05, takerOnly: true } };

describe("a position", () => {
  test("has the cost and the fees of what was bought, and what its sales brought", async () => {
    const market = book.stageMarket({ ...FEES, outcomePrices: '["0.7", "0.3"]' });
    await book.putBook(market.yes, { asks: [["0.5", "40"]] });
    const trader = await book.trader();
    const order = { tokenId: market.yes, orderType: "FAK" } as const;
    await trader.post({ ...order, side: "BUY", makerAmount: 10e6, takerAmount: 20e6 });
    await book.putBook(market.yes, { asks: [["0.6", "40"]], bids: [["0.55", "40"]] });
    await trader.post({ ...order, side: "BUY", makerAmount: 12e6, takerAmount: 20e6 });
    pass(SETTLED_MS);
    await trader.post({ ...order, side: "SELL", makerAmount: 10e6, takerAmount: 5.5e6 });
    pass(LISTED_MS);
    expect(await positions(trader.address)).toMatchObject([{
      current_size: 30,
      total_size: 40,
      // 22 USDC for 40 shares, and 20 x 0.05 x 0.25 + 20 x 0.05 x 0.24 of fees.
      avg_price: 0.55,
      entry_cost_usdc: 16.5,
      entry_fees_usdc: 0.49,
      total_cost_usdc: 16.99,
      realized_pnl: 0,
      current_price: 0.7,
      current_value: 21,
      unrealized_pnl: 4.5,
      total_pnl: 4.5,
      percent_pnl: 27.272727,
      mergeable: false,
      first_entry_at: (index.clock.nowMs() - SETTLED_MS) / 1000 - 90,
      last_event_at: index.clock.nowMs() / 1000 - 90,
    }]);
    await book.putBook(market.yes, { bids: [["0.65", "40"]] });
    await trader.post({ ...order, side: "SELL", makerAmount: 30e6, takerAmount: 19.5e6 });
    pass(LISTED_MS);
    expect(await positions(trader.address, { status: "CLOSED" }))
      .toMatchObject([{ current_size: 0, avg_price: 0.55, realized_pnl: 3, total_size: 40 }]);
  });

  test("has no price for shares that came without a trade, and follows a control", async () => {
    const { yes } = book.stageMarket();
    const { address } = await book.trader();
    await byHand({ address, do: "split", token_id: yes, amount: "10" });
    await give(address, { [yes]: "16" });
    await give(address, { [yes]: "14" });
    pass(90_000);
    const ofYes = async () => (await positions(address)).find(({ token_id }) => token_id === yes);
    expect(await ofYes()).toMatchObject({ current_size: 14, avg_price: 0.5, total_size: 10 });
    await byHand({ address, do: "merge", token_id: yes, amount: "10" });
    pass(90_000);
    expect(await ofYes()).toMatchObject({ current_size: 4, realized_pnl: 0, mergeable: false });
    expect(await positions(address, { status: "MERGEABLE" })).toEqual([]);
  });

  test("is mergeable where both outcomes are held, and worth what is asked for", async () => {
    const market = book.stageMarket({ outcomePrices: '["0.9", "0.1"]' });
    const { address } = await book.trader();
    await give(address, { [market.yes]: "10", [market.no]: "20" });
    pass(90_000);
    const [yes, no] = [{ token_id: market.yes }, { token_id: market.no }];
    expect(await positions(address, { status: "MERGEABLE" })).toMatchObject([no, yes]);
    const worth = { filter_type: "CASH", filter_amount: "2.1" };
    expect(await positions(address, worth)).toMatchObject([yes]);
    expect(await positions(address, { event_id: "none" })).toEqual([]);
  });

  test("has the texts and the price of a window, and of a game", async () => {
    const [window] = tokensAt(1, index.clock.nowMs());
    const sports = (await get<ReadonlyArray<{ readonly sport: string; readonly series: string }>>(
      `${metadata.url}/sports`,
    )).body;
    const series = sports.find(({ sport }) => sport === "nba")?.series ?? "";
    type Games = { readonly events: ReadonlyArray<Record<string, unknown>> };
    const { body } = await get<Games>(
      `${metadata.url}/events/keyset?series_id=${series}&closed=false`,
    );
    const event = body.events.find(({ enableOrderBook }) => enableOrderBook === true) ?? {};
    const [game] = event["markets"] as ReadonlyArray<Record<string, string>>;
    const [side] = JSON.parse(game?.["clobTokenIds"] ?? "[]") as ReadonlyArray<string>;
    const { address } = await book.trader();
    await give(address, { [window]: "5", [String(side)]: "6" });
    pass(90_000);
    expect(await positions(address)).toMatchObject([
      {
        token_id: String(side),
        slug: game?.["slug"] ?? "",
        title: game?.["question"] ?? "",
        event_slug: String(event["slug"]),
        event_id: String(event["id"]),
      },
      { slug: expect.stringMatching(/^btc-/), outcome: "Up", status: "OPEN" },
    ]);
    for (const { current_price } of await positions(address)) {
      expect(current_price).toBeWithin(0, 1);
    }
  });
});

test("the log of the chain forgets what a wallet did long ago, and not what it has", () => {
  const log = makeChainLog();
  const market = {
    conditionId: "0x1",
    tokenIds: ["7", "8"] as const,
    outcomes: ["Yes", "No"] as const,
    isNegRisk: false,
  };
  const count = 20_001;
  for (let at = 0; at < count; at += 1) {
    log.add("0xA", { type: "SPLIT", market, atMs: at, transactionHash: "0x2", sizeE6: 2n });
  }
  expect(log.recordsUntil("0xa", count).length).toBeLessThan(count);
  expect(log.holdingsAt("0xa", count).map(({ sizeE6 }) => sizeE6))
    .toEqual([2n * BigInt(count), 2n * BigInt(count)]);
});
