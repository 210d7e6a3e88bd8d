import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { makeSandboxClock } from "../../../../app/simulator/kit/clock.ts";
import { changesOf, type Frame, framesOf, makeBookReader } from "./book_reader.ts";
import { OrderType, Side, startOrderBook } from "./trader.ts";
import { connect, refusal, type SocketClient } from "../../kit/socket_client.ts";
import { tokensAt } from "./socket_venue.ts";
import { get, ms } from "../../kit/support.ts";

/** The whole simulator, over real sockets, a minute in four seconds. */
const START_MS = ms("2026-11-20T12:00:30Z");
const clock = makeSandboxClock({ speed: 15, startMs: START_MS });
const book = startOrderBook(clock);
afterAll(() => book.stop());

const opened: SocketClient[] = [];
afterEach(() => opened.splice(0).forEach((client) => client.close()));
async function open(path: string, hello: unknown): Promise<SocketClient> {
  const client = await connect(`${book.url}${path}`);
  opened.push(client);
  client.send(JSON.stringify(hello));
  return client;
}
const openMarket = async (ids: ReadonlyArray<string>) => {
  const client = await open("/ws/market", { assets_ids: ids, type: "market" });
  await client.until((frames) => frames.length > 0);
  return client;
};
const all = (client: SocketClient) => client.frames.flatMap(framesOf);
const until = (client: SocketClient, isEnough: (frames: ReadonlyArray<Frame>) => boolean) =>
  client.until((texts) => isEnough(texts.flatMap(framesOf)));
const rest = async (tokenId: string) =>
  (await get<Readonly<Record<string, unknown>>>(`${book.url}/book?token_id=${tokenId}`)).body;
const known = (client: SocketClient, tokenId: string) => {
  const reader = makeBookReader();
  for (const text of client.frames) reader.read(text);
  expect(reader.crossings()).toBe(0);
  return reader.book(tokenId);
};

const LEVELS = {
  bids: [["0.4", "100"], ["0.45", "50"]],
  asks: [["0.55", "200"], ["0.5", "30"]],
} as const;
const BUY = { amount: 5, side: Side.BUY } as const;

describe("the simulator's sockets", () => {
  test("are two, and other paths have none", async () => {
    expect((await refusal(`${book.url}/ws/other`)).status).toBeGreaterThanOrEqual(400);
    const client = await open("/ws/market", { assets_ids: [], type: "market" });
    client.send("PING");
    await client.until((frames) => frames.includes("PONG"));
    expect(client.frames).toEqual(["[]", "PONG"]);
  });

  test("show a replacement book, resting orders, fills and cancels as REST does", async () => {
    const { yes, no, conditionId } = book.stageMarket();
    await book.putBook(yes, LEVELS);
    const client = await openMarket([yes, no]);
    const [first] = all(client);
    const { timestamp: _at, hash: _hash, ...shown } = await rest(yes);
    expect(first).toMatchObject({ ...shown, event_type: "book" });

    const { client: trader } = await book.trader();
    const resting = await trader.createAndPostOrder(
      { tokenID: yes, price: 0.44, size: 20, side: Side.BUY },
      undefined,
      OrderType.GTC,
    );
    const isChange = ({ event_type }: Frame) => event_type === "price_change";
    await until(client, (frames) => frames.some(isChange));
    const [change] = all(client).filter(isChange);
    expect(changesOf(change as Frame)).toMatchObject([
      { asset_id: yes, price: "0.44", size: "20", side: "BUY", best_bid: "0.45" },
      { asset_id: no, price: "0.56", size: "20", side: "SELL", best_ask: "0.55" },
    ]);

    await trader.createAndPostMarketOrder({ tokenID: yes, ...BUY }, undefined, OrderType.FOK);
    await trader.cancelOrder({ orderID: resting.orderID });
    await until(client, (frames) => frames.filter(isChange).length > 1);
    const trade = all(client).find(({ event_type }) => event_type === "last_trade_price");
    expect(trade).toMatchObject({
      asset_id: yes,
      market: conditionId,
      price: "0.5",
      size: "10",
      side: "BUY",
    });
    for (const tokenId of [yes, no]) {
      const { bids, asks } = await rest(tokenId);
      expect(known(client, tokenId)).toEqual({ bids, asks } as never);
    }
    await book.put("/__mode", { tick: { token_id: yes, tick_size: "0.001" } });
    const isTick = ({ event_type }: Frame) => event_type === "tick_size_change";
    await until(client, (frames) => frames.filter(isTick).length > 1);
    expect(all(client).filter(isTick))
      .toMatchObject([yes, no].map((asset_id) => ({
        asset_id,
        market: conditionId,
        old_tick_size: "0.01",
        new_tick_size: "0.001",
      })));
  });

  test("follow the world, whose books lose what is taken from them", async () => {
    // A quarter of an hour: the official client supports only the first protocol.
    const [up, down] = tokensAt(2, START_MS);
    const client = await openMarket([up, down]);
    const { client: trader } = await book.trader();
    await until(client, (frames) => frames.length > 4);
    // At any price, as the world keeps moving.
    const order = { tokenID: up, ...BUY, price: 0.99 };
    await trader.createAndPostMarketOrder(order, undefined, OrderType.FAK);
    await until(
      client,
      (frames) => frames.some(({ event_type }) => event_type === "last_trade_price"),
    );
    // The simulator may read the world between two answers, so one of several must agree.
    let agreed = 0;
    for (let i = 0; i < 20 && agreed < 3; i++) {
      const count = client.frames.length;
      await client.until((frames) => frames.length > count);
      const { bids, asks } = await rest(up);
      await client.roundTrip();
      if (Bun.deepEquals(known(client, up), { bids, asks })) agreed++;
    }
    expect(agreed).toBe(3);
  });

  test("publish a user's orders and trades, until they are confirmed", async () => {
    const { yes, conditionId } = book.stageMarket();
    await book.putBook(yes, LEVELS);
    const { client: trader, creds } = await book.trader();
    const { key: apiKey, secret, passphrase } = creds;
    const hello = { auth: { apiKey, secret, passphrase }, markets: [conditionId], type: "user" };
    const user = await open("/ws/user", hello);
    user.send("PING");
    await user.until((frames) => frames.includes("PONG"));
    const { orderID } = await trader.createAndPostMarketOrder(
      { tokenID: yes, ...BUY },
      undefined,
      OrderType.FOK,
    );
    const tradesOf = (frames: ReadonlyArray<Frame>) =>
      frames.filter(({ event_type }) => event_type === "trade");
    await until(user, (frames) => tradesOf(frames).length === 3);
    const trades = tradesOf(all(user));
    expect(trades.map(({ status }) => status)).toEqual(["MATCHED", "MINED", "CONFIRMED"]);
    for (const trade of trades) {
      expect(trade).toMatchObject({
        taker_order_id: orderID,
        owner: apiKey,
        trade_owner: apiKey,
        size: "10",
        price: "0.5",
      });
    }
    expect(trades.map((trade) => typeof trade["transaction_hash"]))
      .toEqual(["undefined", "string", "string"]);

    const resting = await trader.createAndPostOrder(
      { tokenID: yes, price: 0.3, size: 10, side: Side.BUY },
      undefined,
      OrderType.GTC,
    );
    await trader.cancelOrder({ orderID: resting.orderID });
    await expect(trader.createAndPostMarketOrder(
      { tokenID: yes, amount: 9_000, price: 0.5, side: Side.BUY },
      undefined,
      OrderType.FOK,
    )).rejects.toMatchObject({ status: 400 });
    const ordersOf = (frames: ReadonlyArray<Frame>) =>
      frames.filter(({ event_type }) => event_type === "order");
    const isKilled = ({ status }: Frame) => String(status).startsWith("CANCELED_order");
    await until(user, (frames) => ordersOf(frames).some(isKilled));
    const orders = ordersOf(all(user));
    expect(orders.filter(({ id }) => id === resting.orderID)).toMatchObject([
      { type: "PLACEMENT", status: "LIVE", price: "0.3", original_size: "10" },
      { type: "CANCELLATION", size_matched: "0" },
    ]);
    expect(orders.find(isKilled)).toMatchObject({
      type: "CANCELLATION",
      order_type: "FOK",
      status: "CANCELED_order couldn't be fully filled. " +
        "FOK orders are fully filled or killed.",
    });
    expect(orders.every(({ owner }) => owner === apiKey)).toBe(true);
  });

  test("close on a user with another's secret", async () => {
    const [mine, theirs] = await Promise.all([book.trader(), book.trader()]);
    const auth = {
      apiKey: mine.creds.key,
      secret: theirs.creds.secret,
      passphrase: mine.creds.passphrase,
    };
    const client = await open("/ws/user", { auth, markets: [], type: "user" });
    expect(await client.closed).toBe(1008);
  });

  test("are affected by the faults of every simulator", async () => {
    const { yes } = book.stageMarket();
    const client = await openMarket([yes]);
    const fault = { match: "GET /ws/market", kind: "drop", times: 1 };
    await fetch(`${book.url}/__faults`, { method: "POST", body: JSON.stringify(fault) });
    await book.putBook(yes, LEVELS);
    expect(await client.closed).toBe(1006);
    await fetch(`${book.url}/__faults`, { method: "DELETE" });
  });
});
