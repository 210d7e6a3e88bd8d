import { afterAll, expect, jest, test } from "bun:test";
import { startSocketPulse } from "../../../../app/simulator/polymarket/clob/socket_pulse.ts";
import { OrderType, Side, startOrderBook, type Trader } from "./trader.ts";
import { connect, refusal, type SocketClient } from "../../kit/socket_client.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

/** What the chain takes its time for comes at once. */
const book = startOrderBook({
  ...makeStillClock(ms("2026-11-20T12:00:30Z")),
  realMs: () => 0,
});
afterAll(() => book.stop());

const authOf = ({ creds: { key, secret, passphrase } }: Trader) => ({
  apiKey: key,
  secret,
  passphrase,
});
/** Opens the user socket of a trader for some conditions, or for all. */
async function listen(trader: Trader, markets: ReadonlyArray<string> = []) {
  const user = await connect(`${book.url}/ws/user`);
  user.send(JSON.stringify({ auth: authOf(trader), markets, type: "user" }));
  await user.roundTrip();
  return user;
}
const framesIn = (user: SocketClient, kind: string) =>
  user.frames.filter((text) => text !== "PONG")
    .map((text): Readonly<Record<string, unknown>> => JSON.parse(text))
    .filter(({ event_type }) => event_type === kind);
const rest = async ({ client }: Trader, tokenID: string) => {
  const order = { tokenID, price: 0.3, size: 10, side: Side.BUY };
  return (await client.createAndPostOrder(order, undefined, OrderType.GTC)).orderID;
};

test("the user socket publishes a trader's orders, and its trades up to the chain", async () => {
  const { yes, conditionId } = book.stageMarket();
  await book.putBook(yes, { asks: [["0.5", "30"]] });
  const trader = await book.trader();
  const { address, client, creds: { key: owner } } = trader;
  const user = await listen(trader, [conditionId]);
  const buy = (amount: number) =>
    client.createAndPostMarketOrder(
      { tokenID: yes, amount, price: 0.5, side: Side.BUY },
      undefined,
      OrderType.FOK,
      true,
    );
  const { orderID, tradeIDs } = await buy(5);
  const rested = await rest(trader, yes);
  await client.cancelOrder({ orderID: rested });
  await expect(buy(900)).rejects.toMatchObject({ status: 400 });
  await user.until(() => framesIn(user, "trade").length === 3);
  await user.until(() => framesIn(user, "order").length === 4);

  const common = { market: conditionId, asset_id: yes, outcome: "Yes", side: "BUY", owner };
  const trade = {
    ...common,
    ...{ bucket_index: 0, event_type: "trade", type: "TRADE", trader_side: "TAKER" },
    ...{ id: tradeIDs?.[0] ?? "", taker_order_id: orderID, trade_owner: owner, size: "10" },
    ...{ price: "0.5", fee_rate_bps: "0", maker_address: address, match_time: "1795176030" },
    ...{ last_update: expect.any(String), timestamp: expect.any(String), status: "MATCHED" },
    maker_orders: [expect.objectContaining({ matched_amount: "10", price: "0.5", side: "SELL" })],
  };
  const transaction_hash = expect.stringMatching(/^0x[0-9a-f]{64}$/);
  expect<ReadonlyArray<object>>(framesIn(user, "trade")).toEqual([
    trade,
    { ...trade, status: "MINED", transaction_hash },
    { ...trade, status: "CONFIRMED", transaction_hash },
  ]);
  const placed = {
    ...common,
    ...{ id: rested, event_type: "order", type: "PLACEMENT", status: "LIVE", order_owner: owner },
    ...{ price: "0.3", original_size: "10", size_matched: "0", order_type: "GTC" },
    ...{ associate_trades: null, created_at: "1795176030", expiration: "0" },
    ...{ maker_address: address, timestamp: "1795176030000" },
  };
  const [matched, ...others] = framesIn(user, "order");
  expect(matched).toMatchObject({ type: "PLACEMENT", id: orderID, associate_trades: tradeIDs! });
  expect<ReadonlyArray<object>>(others).toEqual([
    placed,
    { ...placed, type: "CANCELLATION", status: "CANCELED" },
    expect.objectContaining({
      type: "CANCELLATION",
      status: "CANCELED_order couldn't be fully filled. FOK orders are fully filled or killed.",
    }),
  ]);
  user.close();
});

test("the user socket publishes nothing of other users and of markets let go", async () => {
  const [first, second] = [book.stageMarket(), book.stageMarket()];
  const [trader, other] = [await book.trader(), await book.trader()];
  const user = await listen(trader, [first.conditionId]);
  const ids = [await rest(trader, first.yes)];
  await rest(other, first.yes);
  await rest(trader, second.yes);
  user.send(JSON.stringify({ operation: "subscribe", markets: [second.conditionId] }));
  user.send(JSON.stringify({ operation: "unsubscribe", markets: [first.conditionId] }));
  await user.roundTrip();
  await rest(trader, first.no);
  ids.push(await rest(trader, second.no));
  await user.until(() => framesIn(user, "order").length === 2);
  expect(framesIn(user, "order").map(({ id }) => id)).toEqual(ids);
  user.close();
});

test("the user socket closes on wrong credentials, and other paths have none", async () => {
  const [mine, theirs] = [await book.trader(), await book.trader()].map(authOf);
  const wrong = ["apiKey", "secret", "passphrase"].map((part) => ({
    ...mine,
    [part]: new Map(Object.entries(theirs!)).get(part),
  }));
  for (const auth of [...wrong, undefined]) {
    const client = await connect(`${book.url}/ws/user`);
    client.send(JSON.stringify({ auth, type: "user" }));
    expect(await client.closed).toBe(1008);
  }
  expect((await refusal(`${book.url}/ws/other`)).status).toBe(404);
});

test("a socket is closed when its client sends no ping for twenty seconds", () => {
  jest.useFakeTimers();
  const [texts, closes] = [new Array<string>(), new Array<number>()];
  const pulse = startSocketPulse({
    send: (text) => void texts.push(text),
    close: (code) => void closes.push(code),
  });
  for (let i = 0; i < 5; i++) {
    jest.advanceTimersByTime(19_999);
    pulse.answers("PING");
  }
  expect([texts, closes]).toEqual([Array(5).fill("PONG"), []]);
  jest.advanceTimersByTime(20_000);
  expect(closes).toEqual([1008]);
  jest.useRealTimers();
});
