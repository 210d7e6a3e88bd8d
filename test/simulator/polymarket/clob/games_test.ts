import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { getContractConfig } from "@polymarket/clob-client-v2";
import { EXCHANGE, OrderType, Side, startOrderBook, type Trader } from "./trader.ts";
import { get, ms } from "../../kit/support.ts";
import { listIn, marketsOf, startGameVenue, type Wire } from "../gamma/venue_games_world.ts";

const { clock, simulator, walk } = startGameVenue();
/** Its season, generated from the seed, is also the metadata's. */
const book = startOrderBook(clock);
afterAll(() => Promise.all([simulator.stop(), book.stop()]));

/** A Saturday evening in Europe, and noon in America. */
const NOW_SEC = ms("2026-11-21T20:47:10Z") / 1000;
const at = (sec: number) => clock.set(sec * 1000);
at(NOW_SEC);
afterEach(() => at(NOW_SEC));
const events = (await walk("events", "tag_slug=games")).filter(({ sport }) => sport !== undefined);
const isTraded = (market: Wire) => market["clobTokenIds"] !== undefined;
const markets = events.flatMap(marketsOf).filter(isTraded);
const isWinner = (market: Wire) => market["sportsMarketType"] === "moneyline";
const winnerOf = (event: Wire | undefined) => marketsOf(event).find(isWinner) ?? {};
const tokensOf = (market: Wire) => listIn(market["clobTokenIds"]) as readonly [string, string];
const mains = events.filter(({ parentEventId }) => parentEventId === undefined);
const live = mains.filter(({ live }) => live === true);
const ask = <T = Wire>(path: string) => get<T>(`${book.url}${path}`);
const LIST = 500;

interface Summary {
  readonly asset_id: string;
  readonly market: string;
  readonly bids: ReadonlyArray<{ readonly price: string; readonly size: string }>;
  readonly asks: ReadonlyArray<{ readonly price: string; readonly size: string }>;
  readonly tick_size: string;
  readonly min_order_size: string;
  readonly neg_risk: boolean;
  readonly last_trade_price: string;
}
async function summaries(tokenIds: ReadonlyArray<string>): Promise<ReadonlyArray<Summary>> {
  const found: Summary[] = [];
  for (let from = 0; from < tokenIds.length; from += LIST) {
    const body = tokenIds.slice(from, from + LIST).map((token_id) => ({ token_id }));
    const response = await fetch(`${book.url}/books`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    found.push(...await response.json() as ReadonlyArray<Summary>);
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
    const mirrored = await summaries(open.map((market) => tokensOf(market)[1]));
    for (const [at, { bids, asks }] of mirrored.entries()) {
      const { bid = 0, ask = 0 } = shown[at] ?? {};
      expect([bids.at(-1)?.price, asks.at(-1)?.price].map(Number))
        .toEqual([1 - ask, 1 - bid].map((price) => Number(price.toFixed(3))));
    }
  });

  test("are gone once the metadata shows a market as closed", async () => {
    const closed = markets.filter(({ closed }) => closed === true);
    expect(closed.length).toBeGreaterThan(100);
    expect(await summaries(closed.flatMap(tokensOf))).toEqual([]);
  });

  test("are found by condition with the terms of the metadata", async () => {
    const some = [...live, ...mains.filter((_, at) => at % 40 === 0)].flatMap(marketsOf);
    for (const market of some.filter(isTraded)) {
      const condition = String(market["conditionId"]);
      const tokens = tokensOf(market);
      expect((await ask(`/markets-by-token/${tokens[1]}`)).body).toEqual({
        condition_id: condition,
        primary_token_id: tokens[0],
        secondary_token_id: tokens[1],
      });
      const fee = market["feeSchedule"] as { rate: number; exponent: number };
      const gst = market["gameStartTime"];
      const { body } = await ask(`/clob-markets/${condition}`);
      expect(body).toMatchObject({
        c: condition,
        t: tokens.map((t, at) => ({ t, o: listIn(market["outcomes"])[at] })),
        ao: market["acceptingOrders"],
        mts: market["orderPriceMinTickSize"],
        mos: market["orderMinSize"],
        sd: market["secondsDelay"],
        fd: { r: fee.rate, e: fee.exponent, to: true },
      });
      expect(body["nr"] ?? false).toBe(market["negRisk"] === true);
      expect(body["gst"])
        .toBe(gst === undefined ? undefined : String(gst).replace(" ", "T").replace("+00", "Z"));
    }
  });

  test("do not exist before the deployment, nor under unknown ids", async () => {
    const [token] = tokensOf(winnerOf(live[0]));
    const createdSec = Math.floor(ms(String(live[0]?.["createdAt"])) / 1000);
    at(createdSec + 59);
    expect((await ask(`/book?token_id=${token}`)).status).toBe(404);
    at(createdSec + 60);
    expect((await ask(`/book?token_id=${token}`)).status).toBe(200);
    at(NOW_SEC);
    expect((await ask(`/book?token_id=${BigInt(token) + 1n}`)).status).toBe(404);
    // Not even after a lookup as something else.
    const condition = String(winnerOf(live[0])["conditionId"]);
    expect((await ask(`/clob-markets/${token}`)).status).toBe(404);
    expect((await ask(`/markets-by-token/${condition}`)).status).toBe(404);
    expect((await ask(`/book?token_id=${token}`)).status).toBe(200);
    expect((await ask(`/clob-markets/${condition}`)).status).toBe(200);
  });
});

describe("an order on a game that is played", () => {
  const [plain, negRisk] = [false, true].map((isNegRisk) =>
    live.find((event) => event["negRisk"] === isNegRisk)
  );
  const afterDelay = async (trader: Trader, id: string) => {
    for (let tries = 0; tries < 40; tries++) {
      const { status, body } = await trader.call("GET", `/data/order/${id}`);
      if (status === 200 && body["status"] !== "DELAYED") return body;
      await Bun.sleep(50);
    }
    throw new Error(`The order ${id} is delayed for ever`);
  };

  test.each([["two teams", plain], ["three answers", negRisk]])(
    "with %s is delayed for a second, and filled from the book, by the venue's own client",
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
      expect(await afterDelay(trader, orderID)).toMatchObject({
        status: "MATCHED",
        market: market["conditionId"],
        outcome: listIn(market["outcomes"])[0],
      });
      const [trade] = await trader.client.getTrades();
      expect(Number(trade?.price)).toBe(Number(market["bestAsk"]));
    },
  );

  test("of three answers is signed for the exchange of neg-risk markets", async () => {
    const trader = await book.trader();
    const [tokenId] = tokensOf(winnerOf(negRisk));
    const { status, body } = await trader.post({
      tokenId,
      side: "BUY",
      makerAmount: 5_000_000,
      takerAmount: 6_000_000,
      exchange: EXCHANGE,
    });
    expect(getContractConfig(137).negRiskExchange).not.toBe(EXCHANGE);
    expect([status, body["error"]]).toEqual([400, "invalid signature"]);
  });

  test("that rests ends when the market closes, and nothing is accepted afterwards", async () => {
    const trader = await book.trader();
    const [tokenID] = tokensOf(winnerOf(plain));
    await trader.client.createAndPostOrder({ tokenID, price: 0.01, size: 100, side: Side.BUY });
    expect(await trader.client.getOpenOrders()).toHaveLength(1);
    at(NOW_SEC + 12 * 3_600);
    expect(await trader.client.getOpenOrders()).toHaveLength(0);
    const late = await trader.post({
      tokenId: tokenID,
      side: "BUY",
      makerAmount: 5_000_000,
      takerAmount: 100_000_000,
      orderType: "GTC",
    });
    expect([late.status, late.body["error"]]).toEqual([
      404,
      "No orderbook exists for the requested token id",
    ]);
  });
});

describe("a market of a game that is over", () => {
  interface Resolved {
    readonly closed: boolean;
    readonly accepting_orders: boolean;
    readonly enable_order_book: boolean;
    readonly tokens: ReadonlyArray<{ readonly price: number; readonly winner: boolean }>;
  }
  const resolved = async (market: Wire) =>
    (await ask<Resolved>(`/markets/${String(market["conditionId"])}`)).body;

  test("is won by the side that the score shows, or by neither", async () => {
    const seen = new Set<string>();
    const closed = markets.filter(({ closed }) => closed === true);
    for (const market of closed.filter((_, at) => at % 5 === 0)) {
      const prices = listIn(market["outcomePrices"]).map(Number);
      const { tokens, ...rest } = await resolved(market);
      expect(rest).toMatchObject({
        closed: true,
        accepting_orders: false,
        enable_order_book: false,
      });
      expect(tokens.map(({ price }) => price)).toEqual(prices);
      expect(tokens.map(({ winner }) => winner)).toEqual(prices.map((price) => price === 1));
      seen.add(String(prices[0]));
    }
    expect(seen).toEqual(new Set(["0", "0.5", "1"]));
  });

  test("in a staged event pays half if its prices say so, and its winner the whole", async () => {
    for (const [prices, worth] of [['["0.5", "0.5"]', [0.5, 0.5]], ['["0", "1"]', [0, 1]]]) {
      const { conditionId } = book.stageMarket({ closed: true, outcomePrices: prices });
      const { tokens } = await resolved({ conditionId });
      expect<unknown>(tokens.map(({ price }) => price)).toEqual(worth);
      expect(tokens.map(({ winner }) => winner)).toEqual([false, worth?.[1] === 1]);
    }
  });

  test("is not resolved before it is closed, even with a final price", async () => {
    const over = mains.filter(({ ended, closed }) => ended === true && closed === false);
    expect(over.length).toBeGreaterThan(0);
    for (const event of over) {
      const [first = 0, second = 0] = String(event["score"]).split("-").map(Number);
      const market = winnerOf(event);
      const { closed, accepting_orders, tokens } = await resolved(market);
      expect({ closed, accepting_orders }).toEqual({ closed: false, accepting_orders: true });
      expect(tokens.map(({ winner }) => winner)).toEqual([false, false]);
      if (first !== second) expect((tokens[0]?.price ?? 0) > 0.99).toBe(first > second);
    }
  });
});
