import { afterAll, describe, expect, test } from "bun:test";
import { type OrderBookSummary, Side } from "@polymarket/clob-client-v2";
import { type OrderFields, startOrderBook } from "./trader.ts";
import { tokensAt } from "./socket_venue.ts";
import { control, get, makeStillClock, ms } from "../../kit/support.ts";

const clock = makeStillClock(ms("2026-07-20T12:02:00Z"));
const book = startOrderBook(clock);
afterAll(() => book.stop());

/** An up-or-down window of the world that is open. */
const tokens = tokensAt(2, clock.nowMs());
const read = (path: string) => get<Record<string, unknown>>(`${book.url}${path}`);
const readBook = async (tokenId: string) =>
  (await get<OrderBookSummary>(`${book.url}/book?token_id=${tokenId}`)).body;
const ask = async (path: string, body: unknown) =>
  (await control<unknown>(`${book.url}${path}`, "POST", body)).body;

describe("a book", () => {
  test("has the hash that the venue's client computes", async () => {
    const { client } = await book.trader();
    for (const tokenId of tokens) {
      const summary = await client.getOrderBook(tokenId);
      const { hash } = summary;
      expect(hash).toMatch(/^[0-9a-f]{40}$/);
      expect(await client.getOrderBookHash(summary)).toBe(hash);
    }
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
});

describe("the world's book", () => {
  const [up, down] = tokens;
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
});

test("the venue's client finds the price to trade at by side", async () => {
  const { client } = await book.trader();
  const { yes } = book.stageMarket();
  await book.putBook(yes, { bids: [["0.3", "10"]], asks: [["0.7", "10"]] });
  expect(await client.calculateMarketPrice(yes, Side.BUY, 5)).toBe(0.7);
  expect(await client.calculateMarketPrice(yes, Side.SELL, 5)).toBe(0.3);
});
