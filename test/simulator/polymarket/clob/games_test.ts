import { afterAll, afterEach, describe, expect, test } from "bun:test";
import type { OrderBookSummary } from "@polymarket/clob-client-v2";
import { OrderType, Side, startOrderBook } from "./trader.ts";
import { get, ms } from "../../kit/support.ts";
import { until } from "../../../until.ts";
import { listIn, marketsOf, startGameVenue, type Wire } from "../gamma/venue_games_world.ts";

const { clock, simulator, walk } = startGameVenue();
/** Its season, generated from the seed, is also the metadata's. Delays of orders end at once. */
const book = startOrderBook({ ...clock, realMs: () => 0 });
afterAll(() => Promise.all([simulator.stop(), book.stop()]));

/** A Saturday evening in Europe, and noon in America. */
const NOW_SEC = ms("2026-11-21T20:47:10Z") / 1000;
const at = (sec: number) => clock.set(sec * 1000);
at(NOW_SEC);
afterEach(() => at(NOW_SEC));
const sports = (await get<ReadonlyArray<Wire>>(`${simulator.url}/sports`)).body;
const events = await walk(sports.map(({ series }) => `series_id=${series}`).join("&"));
const isTraded = (market: Wire) => market["clobTokenIds"] !== undefined;
const markets = events.flatMap(marketsOf).filter(isTraded);
const isWinner = (market: Wire) => market["sportsMarketType"] === "moneyline";
const winnerOf = (event: Wire | undefined) => marketsOf(event).find(isWinner) ?? {};
const tokensOf = (market: Wire) => listIn(market["clobTokenIds"]) as readonly [string, string];
const mains = events.filter(({ parentEventId }) => parentEventId === undefined);
const live = mains.filter(({ live }) => live === true);
const LIST = 500;

async function summaries(tokenIds: ReadonlyArray<string>) {
  const found: OrderBookSummary[] = [];
  for (let from = 0; from < tokenIds.length; from += LIST) {
    const body = tokenIds.slice(from, from + LIST).map((token_id) => ({ token_id }));
    const response = await fetch(`${book.url}/books`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    found.push(...await response.json() as ReadonlyArray<OrderBookSummary>);
  }
  return found;
}

describe("the books of games", () => {
  test("exist for every open market of the metadata, at its prices", async () => {
    const open = markets.filter(({ closed }) => closed === false);
    expect(open.length).toBeGreaterThan(1_000);
    expect(new Set(open.map((market) => market["sportsMarketType"])).size).toBe(5);
    const found = await summaries(open.map((market) => tokensOf(market)[0]));
    const shown = found.map(({ asset_id, market, bids, asks, ...rest }) => ({
      token: asset_id,
      condition: market,
      bid: Number(bids.at(-1)?.price),
      ask: Number(asks.at(-1)?.price),
      tick: Number(rest.tick_size),
      size: Number(rest.min_order_size),
      negRisk: rest.neg_risk,
      last: Number(rest.last_trade_price),
    }));
    expect(shown).toEqual(open.map((market) => ({
      token: tokensOf(market)[0],
      condition: String(market["conditionId"]),
      bid: Number(market["bestBid"]),
      ask: Number(market["bestAsk"]),
      tick: Number(market["orderPriceMinTickSize"]),
      size: Number(market["orderMinSize"]),
      negRisk: market["negRisk"] === true,
      last: Number(market["lastTradePrice"]),
    })));
  });
});

describe("an order on a game that is played", () => {
  const [plain, negRisk] = [false, true].map((isNegRisk) =>
    live.find((event) => event["negRisk"] === isNegRisk)
  );
  test.each([["two teams", plain], ["three answers", negRisk]])(
    "with %s is delayed, and filled from the book, by the venue's own client",
    async (_, event) => {
      const trader = await book.trader();
      const market = winnerOf(event);
      const [tokenID] = tokensOf(market);
      const { orderID, status } = await trader.client.createAndPostMarketOrder(
        { tokenID, amount: 5, side: Side.BUY },
        undefined,
        OrderType.FOK,
      );
      expect(status).toBe("delayed");
      await until(async () => (await trader.client.getOrder(orderID)).status !== "DELAYED");
      expect(await trader.client.getOrder(orderID)).toMatchObject({
        status: "MATCHED",
        market: market["conditionId"],
        outcome: listIn(market["outcomes"])[0],
      });
      const [trade] = await trader.client.getTrades();
      expect(Number(trade?.price)).toBe(Number(market["bestAsk"]));
    },
  );
});
