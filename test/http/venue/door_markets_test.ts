import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { NOW_MS } from "../edge/test_server.ts";
import { PLAIN } from "../../stage/order_world.ts";
import { doorWorld, TOKEN } from "./door_world.ts";

const { ask } = await doorWorld();
const market = Option.getOrThrow(PLAIN.conditionId);
const get = async (path: string) => (await ask("GET", path)).body as unknown;
const post = async (path: string, sent: unknown) =>
  (await ask("POST", path, { body: JSON.stringify(sent) })).body as unknown;

/** The venue's hash: of the compact JSON with an empty hash. */
function hashOf(book: Readonly<Record<string, unknown>>): string {
  return new Bun.CryptoHasher("sha1").update(JSON.stringify({ ...book, hash: "" })).digest("hex");
}

describe("the door", () => {
  test("tells the service's time, and which orders are signed", async () => {
    expect(await get("/time")).toBe(Math.floor(NOW_MS / 1000));
    expect(await get("/version")).toEqual({ version: 2 });
    expect(await get("/ok")).toBe("OK");
  });

  test("gives a book, worst level first, with the true hash of what it gives", async () => {
    const book = await get(`/book?token_id=${TOKEN}`) as Record<string, unknown>;
    const hash = book["hash"];
    expect(book).toEqual({
      market,
      asset_id: TOKEN,
      timestamp: String(NOW_MS),
      hash,
      bids: [{ price: "0.38", size: "100" }],
      asks: [{ price: "0.4", size: "100" }],
      min_order_size: "5",
      tick_size: "0.01",
      neg_risk: false,
      last_trade_price: "",
    });
    expect(hash).toBe(hashOf(book));
    expect(await post("/books", [{ token_id: TOKEN }, { token_id: "999" }])).toEqual([book]);
  });

  test("gives prices, one or many", async () => {
    expect(await get(`/price?token_id=${TOKEN}&side=BUY`)).toEqual({ price: "0.38" });
    expect(await get(`/midpoint?token_id=${TOKEN}`)).toEqual({ mid: "0.39" });
    expect(await get(`/spread?token_id=${TOKEN}`)).toEqual({ spread: "0.02" });
    expect(
      await post("/prices", [{ token_id: TOKEN, side: "SELL" }, { token_id: TOKEN, side: "BUY" }]),
    )
      .toEqual({ [TOKEN]: { SELL: "0.4", BUY: "0.38" } });
    expect(await post("/midpoints", [{ token_id: TOKEN }])).toEqual({ [TOKEN]: "0.39" });
    expect(await post("/spreads", [{ token_id: TOKEN }])).toEqual({ [TOKEN]: "0.02" });
  });

  test("gives the rules of a market, and no more than it knows", async () => {
    expect(await get(`/tick-size?token_id=${TOKEN}`)).toEqual({ minimum_tick_size: 0.01 });
    expect(await get(`/neg-risk?token_id=${TOKEN}`)).toEqual({ neg_risk: false });
    expect(await get(`/markets-by-token/${TOKEN}`))
      .toEqual({ condition_id: market, primary_token_id: "11", secondary_token_id: "12" });
    expect(await get(`/clob-markets/${market}`)).toEqual({
      t: [{ t: "11", o: "Up" }, { t: "12", o: "Down" }],
      c: market,
      mos: 5,
      mts: 0.01,
      ao: true,
      fd: { r: 0.07, e: 1, to: true },
      v: "v1",
    });
    expect(await ask("GET", `/fee-rate?token_id=${TOKEN}`)).toMatchObject({
      status: 404,
      body: { error: "fee rate not found" },
    });
    expect(await ask("GET", `/last-trade-price?token_id=${TOKEN}`)).toMatchObject({
      status: 404,
      body: { error: "last trade price not found" },
    });
  });

  test.each([
    ["/book?token_id=999", 404, "No orderbook exists for the requested token id"],
    ["/book", 400, "Invalid token id"],
    ["/book?token_id=x", 400, "Invalid token id"],
    [`/price?token_id=${TOKEN}`, 400, "Invalid side"],
    ["/tick-size?token_id=999", 404, "market not found"],
    ["/markets-by-token/999", 404, "market not found"],
    ["/clob-markets/0x1", 404, "market not found"],
  ])("answers %s as the venue does", async (path, status, error) => {
    expect(await ask("GET", path)).toMatchObject({ status, body: { error } });
  });

  test("takes 100 tokens at once, and no more", async () => {
    const many = Array(101).fill({ token_id: TOKEN });
    expect(await ask("POST", "/books", { body: JSON.stringify(many) })).toMatchObject({
      status: 400,
      body: { error: "Invalid order payload" },
    });
  });

  test("has an error for whatever it does not serve", async () => {
    const { status, body } = await ask("GET", "/prices-history?market=1");
    expect([status, typeof body["error"]]).toEqual([404, "string"]);
  });
});
