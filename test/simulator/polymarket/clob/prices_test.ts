import { afterAll, describe, expect, test } from "bun:test";
import { type OrderBookSummary, Side } from "@polymarket/clob-client-v2";
import { Option } from "effect";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { listingAt } from "../../../../app/simulator/polymarket/venue/listing.ts";
import { startSimulators } from "../../../../app/simulator/start_simulators.ts";
import { makeVenueWorld } from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { type OrderFields, startOrderBook } from "./trader.ts";
import { control, get, makeStillClock, ms, ORACLE_KEY } from "../../kit/support.ts";

/** Takers are still held for 250 ms of the machine's time. */
const clock = makeStillClock(ms("2026-07-20T12:02:00Z"));
const book = startOrderBook(clock);
afterAll(() => book.stop());

const venue = makeVenueWorld(makeWorld(1), PROFILE_BY_NAME.spec);
/** An up-or-down window of the world that is open. */
const nowSec = clock.nowMs() / 1000;
const track = [...venue.tracks.values()].find(({ subject }) =>
  subject.kind === "up_down" && subject.asset === "btc" && subject.interval === "15min"
)!;
const listed = { listing: listingAt(track, track.indexAt(nowSec)), marketIndex: 0 };
const { conditionId, tokenIds: tokens } = venue.ids(listed);
const window = { conditionId, tokens };
const read = (path: string) => get<Record<string, unknown>>(`${book.url}${path}`);
const readBook = async (tokenId: string) =>
  (await get<OrderBookSummary>(`${book.url}/book?token_id=${tokenId}`)).body;
const ask = async (path: string, body: unknown) =>
  (await control<unknown>(`${book.url}${path}`, "POST", body)).body;

describe("a book", () => {
  test("has the hash that the venue's client computes", async () => {
    const { client } = await book.trader();
    for (const tokenId of window.tokens) {
      const summary = await client.getOrderBook(tokenId);
      const { hash } = summary;
      expect(hash).toMatch(/^[0-9a-f]{40}$/);
      expect(await client.getOrderBookHash(summary)).toBe(hash);
    }
  });

  test("has its fields, the worst levels first", async () => {
    const [tokenId] = window.tokens;
    const summary = await readBook(tokenId);
    expect(Object.keys(summary)).toEqual([
      "market",
      "asset_id",
      "timestamp",
      "hash",
      "bids",
      "asks",
      "min_order_size",
      "tick_size",
      "neg_risk",
      "last_trade_price",
    ]);
    expect(summary).toMatchObject({
      market: window.conditionId,
      asset_id: tokenId,
      timestamp: String(clock.nowMs()),
      min_order_size: "5",
      neg_risk: false,
    });
    const bids = summary.bids.map(({ price }) => Number(price));
    const asks = summary.asks.map(({ price }) => Number(price));
    expect(bids.length).toBeGreaterThan(2);
    expect(bids).toEqual([...bids].sort((a, b) => a - b));
    expect(asks).toEqual([...asks].sort((a, b) => b - a));
    expect(bids.at(-1)!).toBeLessThan(asks.at(-1)!);
  });

  test("gives prices, midpoints and spreads", async () => {
    const { yes } = book.stageMarket();
    await book.putBook(yes, {
      bids: [["0.1", "5"], ["0.41", "5"]],
      asks: [["0.9", "5"], ["0.46", "5"]],
    });
    const query = `token_id=${yes}`;
    expect((await read(`/price?${query}&side=BUY`)).body).toEqual({ price: "0.41" });
    expect((await read(`/price?${query}&side=SELL`)).body).toEqual({ price: "0.46" });
    expect((await read(`/midpoint?${query}`)).body).toEqual({ mid: "0.435" });
    expect((await read(`/spread?${query}`)).body).toEqual({ spread: "0.05" });
    const one = [{ token_id: yes, side: "SELL" }, { token_id: "5", side: "SELL" }];
    expect(await ask("/prices", one)).toEqual({ [yes]: { SELL: "0.46" } });
    expect(await ask("/midpoints", one)).toEqual({ [yes]: "0.435" });
    expect(await ask("/spreads", one)).toEqual({ [yes]: "0.05" });
    expect(await ask("/books", one)).toEqual([await readBook(yes)]);
  });

  test.each(["/book", "/midpoint", "/spread", "/price"])("%s is not there", async (path) => {
    const of = async (query: string) => {
      const { status, body } = await read(`${path}?side=BUY&${query}`);
      return [status, body["error"]];
    };
    expect(await of("token_id=123"))
      .toEqual([404, "No orderbook exists for the requested token id"]);
    expect(await of("token_id=x")).toEqual([400, "Invalid token id"]);
    expect(await of("")).toEqual([400, "Invalid token id"]);
  });

  test("needs a side for its price, and a list for many", async () => {
    const { status, body } = await read(`/price?token_id=${window.tokens[0]}&side=buy`);
    expect([status, body["error"]]).toEqual([400, "Invalid side"]);
    for (const wrong of [{}, [{}], [5]]) {
      expect(await ask("/books", wrong)).toEqual({ error: "Invalid order payload" });
    }
  });
});

describe("the world's book", () => {
  const [up, down] = window.tokens;
  const taking = (usdc: number, price: number): OrderFields => ({
    tokenId: up,
    side: "BUY",
    makerAmount: usdc * 1e6,
    takerAmount: Math.floor((usdc * 1e4) / price + 1e-7) * 100,
    orderType: "FAK",
  });
  const touch = async () => (await readBook(up)).asks.at(-1)!;

  test("is consumed by fills on both outcomes' sides, and refills", async () => {
    const trader = await book.trader();
    const before = await touch();
    const mirrored = (await readBook(down)).bids.at(-1)!;
    expect(mirrored.size).toBe(before.size);
    await trader.post(taking(2, Number(before.price)));
    const left = await touch();
    const taken = Number(before.size) - Number(left.size);
    expect(left.price).toBe(before.price);
    expect(taken).toBeCloseTo(2 / Number(before.price), 5);
    expect((await readBook(down)).bids.at(-1)!.size).toBe(left.size);
    expect((await readBook(up)).last_trade_price).toBe(before.price);
    clock.set(clock.nowMs() + 30_000);
    expect((await touch()).size).not.toBe(left.size);
  });

  test("loses a level that is taken whole", async () => {
    const trader = await book.trader();
    const { price, size } = await touch();
    const usdc = Math.ceil(Number(price) * Number(size) * 100) / 100 + 1;
    await trader.post(taking(usdc, Number(price)));
    expect(Number((await touch()).price)).toBeGreaterThan(Number(price));
    const { body } = await trader.post(taking(2, Number(price)));
    expect(body["error"]).toStartWith("no orders found to match with FAK order.");
  });

  test("delays the answer to orders that take from it", async () => {
    const trader = await book.trader();
    const { body } = await read(`/clob-markets/${window.conditionId}`);
    expect(body["itode"]).toBe(true);
    // On a busy machine the delay may end before anything is asked meanwhile: then once more.
    for (let isLate = true; isLate;) {
      clock.set(clock.nowMs() + 60_000);
      const [startNs, { price }] = [Bun.nanoseconds(), await touch()];
      const held = await trader.hold(await trader.sign(taking(2, Number(price))));
      const cancelled = await trader.client.cancelAll();
      isLate = !await held.isHeld();
      if (!isLate) {
        expect(cancelled).toEqual({
          canceled: [],
          not_canceled: {
            [held.id]: "cannot cancel because the order is in pending/delayed status",
          },
        });
      }
      expect((await held.answer).body["status"]).toBe("matched");
      expect((Bun.nanoseconds() - startNs) / 1e6).toBeGreaterThanOrEqual(250);
    }
  });
});

describe("an order on hold", () => {
  const [up] = window.tokens;
  const buying: OrderFields = {
    tokenId: up,
    side: "BUY",
    makerAmount: 5e6,
    takerAmount: 10e6,
  };

  test("is not at the venue if it cannot be filled after the delay", async () => {
    // On a busy machine the delay may end before the book has changed: then with another trader.
    for (let isLate = true; isLate;) {
      const trader = await book.trader();
      await book.putBook(up, { asks: [["0.5", "10"]] });
      const body = await trader.sign(buying);
      const held = await trader.hold(body);
      const again = await trader.call("POST", "/order", body);
      expect(again.body["error"]).toEndWith("Duplicated.");
      await book.putBook(up, { asks: [["0.5", "9"]] });
      isLate = !await held.isHeld();
      if (isLate) continue;
      expect((await held.answer).body["error"]).toStartWith("order couldn't be fully filled.");
      const owners = (await book.orders()).map(({ owner }) => owner);
      expect(owners).not.toContain(trader.creds.key);
    }
  });
});

test("a market of a staged event can be traded here", async () => {
  const simulators = startSimulators({
    seed: 1,
    clock,
    oracleKey: ORACLE_KEY,
    profile: PROFILE_BY_NAME.spec,
    urls: new Map(),
    portBase: Option.none(),
  });
  await control(`${simulators.urlOf("venue-metadata")}/__event`, "PUT", {
    id: "77",
    slug: "put-event",
    markets: [{ id: "78", conditionId: "0x78", clobTokenIds: '["781", "782"]', negRisk: true }],
  });
  const { body } = await get(`${simulators.urlOf("venue-orders")}/clob-markets/0x78`);
  expect(body).toMatchObject({ t: [{ t: "781" }, { t: "782" }], nr: true, mts: 0.01, ao: true });
  await simulators.stop();
});

describe("a market", () => {
  test("returns its terms in one call", async () => {
    const { status, body } = await read(`/clob-markets/${window.conditionId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      t: [{ t: window.tokens[0], o: "Up" }, { t: window.tokens[1], o: "Down" }],
      c: window.conditionId,
      mos: 5,
      mbf: 1000,
      tbf: 1000,
      ao: true,
      fd: { r: 0.07, e: 1, to: true },
    });
    expect("nr" in body || "sd" in body || "gst" in body).toBe(false);
  });

  test("of a staged event returns the event's terms", async () => {
    const { conditionId, yes, no } = book.stageMarket({
      negRisk: true,
      secondsDelay: 3,
      orderPriceMinTickSize: 0.001,
      gameStartTime: "2026-11-21 00:00:00+00",
      outcomes: '["Brenn", "Alder"]',
    });
    const { body } = await read(`/clob-markets/${conditionId}`);
    expect("itode" in body).toBe(false);
    expect(body).toMatchObject({
      t: [{ t: yes, o: "Brenn" }, { t: no, o: "Alder" }],
      nr: true,
      sd: 3,
      mts: 0.001,
      mbf: 0,
      gst: "2026-11-21T00:00:00Z",
    });
    expect((await read(`/markets/${conditionId}`)).body).toMatchObject({
      condition_id: conditionId,
      minimum_tick_size: 0.001,
      neg_risk: true,
      seconds_delay: 3,
      accepting_orders: true,
      tokens: [
        { token_id: yes, outcome: "Brenn", price: 0.5, winner: false },
        { token_id: no, outcome: "Alder", price: 0.5, winner: false },
      ],
    });
    expect((await read(`/markets-by-token/${no}`)).body)
      .toEqual({ condition_id: conditionId, primary_token_id: yes, secondary_token_id: no });
    expect((await read(`/tick-size?token_id=${no}`)).body).toEqual({ minimum_tick_size: 0.001 });
    expect((await read(`/neg-risk?token_id=${no}`)).body).toEqual({ neg_risk: true });
    expect((await read(`/fee-rate?token_id=${no}`)).body).toEqual({ base_fee: 0 });
  });

  test("that is resolved names its winner, and has no book", async () => {
    const { conditionId, yes } = book.stageMarket({ closed: true, outcomePrices: '["0", "1"]' });
    const { body } = await read(`/markets/${conditionId}`);
    expect(body).toMatchObject({
      closed: true,
      accepting_orders: false,
      tokens: [{ price: 0, winner: false }, { price: 1, winner: true }],
    });
    expect((await read(`/book?token_id=${yes}`)).status).toBe(404);
  });

  test.each(["markets-by-token/5", "clob-markets/0x5", "markets/0x5", "tick-size?token_id=5"])(
    "is not found at /%s",
    async (path) => {
      const { status, body } = await read(`/${path}`);
      expect([status, body["error"]]).toEqual([404, "market not found"]);
    },
  );

  test("has the book that the venue's client trades on by side", async () => {
    const { client } = await book.trader();
    const { yes } = book.stageMarket();
    await book.putBook(yes, { bids: [["0.3", "10"]], asks: [["0.7", "10"]] });
    expect(await client.calculateMarketPrice(yes, Side.BUY, 5)).toBe(0.7);
    expect(await client.calculateMarketPrice(yes, Side.SELL, 5)).toBe(0.3);
  });
});
