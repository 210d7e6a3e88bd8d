import { afterAll, expect, jest, test } from "bun:test";
import { formOf } from "../../../../app/simulator/polymarket/clob/frame_form.ts";
import { type UserEvent } from "../../../../app/simulator/polymarket/clob/market_feed.ts";
import { startSocketPulse } from "../../../../app/simulator/polymarket/clob/socket_pulse.ts";
import { userFrame } from "../../../../app/simulator/polymarket/clob/user_frame.ts";
import { FUNDER, OrderType, Side, startOrderBook, type Trader } from "./trader.ts";
import { connect, refusal, type SocketClient } from "../../kit/socket_client.ts";
import { makeStillClock, ms } from "../../kit/support.ts";

/** A clock that the tests move; the venue looks at it as often as it may. */
const still = makeStillClock(ms("2026-11-20T12:00:30Z"));
const book = startOrderBook({ ...still, realMs: () => 0 });
afterAll(() => book.stop());
const pass = (sec: number) => still.set(still.nowMs() + sec * 1000);

const authOf = ({ creds: { key, secret, passphrase } }: Trader) => ({
  apiKey: key,
  secret,
  passphrase,
});
/** Opens the user socket of a trader for some conditions, or for all. */
async function listen(trader: Trader, markets?: ReadonlyArray<string>) {
  const user = await connect(`${book.url}/ws/user`);
  user.send(JSON.stringify({ auth: authOf(trader), markets, type: "user" }));
  await user.roundTrip();
  return user;
}
type Frame = Readonly<Record<string, unknown>>;
const framesIn = (user: SocketClient, kind: string) =>
  user.frames.filter((text) => text !== "PONG")
    .flatMap((text): ReadonlyArray<Frame> => [JSON.parse(text)].flat())
    .filter(({ event_type }) => event_type === kind);
const rest = async ({ client }: Trader, tokenID: string) => {
  const order = { tokenID, price: 0.3, size: 10, side: Side.BUY };
  return (await client.createAndPostOrder(order, undefined, OrderType.GTC)).orderID;
};
/** Of the venue's frames some fields are always there, in one of two forms if they are times. */
const TIME = expect.stringMatching(/^1795176030(000)?$/);
const LATER = expect.stringMatching(/^179517603\d(000)?$/);
/** A field that may be missing, null or empty. */
const orNot = (frame: Frame | undefined, name: string, value: unknown) =>
  expect([undefined, null, "", value]).toContainEqual(frame?.[name]);

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
  await user.until(() => framesIn(user, "order").length === 4);
  for (const count of [2, 3]) {
    pass(count);
    await user.until(() => framesIn(user, "trade").length === count);
  }

  const common = { market: conditionId, asset_id: yes, side: "BUY", owner };
  const trade = {
    ...common,
    ...{ bucket_index: 0, event_type: "trade", type: "TRADE", trader_side: "TAKER" },
    ...{ id: tradeIDs?.[0] ?? "", taker_order_id: orderID, trade_owner: owner, size: "10" },
    ...{ price: "0.5", maker_address: address, outcome: "Yes", timestamp: LATER },
    maker_orders: [expect.objectContaining({ matched_amount: "10", price: "0.5", side: "SELL" })],
  };
  const trades = framesIn(user, "trade");
  expect<ReadonlyArray<object>>(trades).toMatchObject(
    ["MATCHED", "MINED", "CONFIRMED"].map((status) => ({ ...trade, status })),
  );
  for (const { match_time, matchtime } of trades) expect(match_time ?? matchtime).toEqual(TIME);
  const hashes = trades.map(({ transaction_hash }) => transaction_hash);
  expect(hashes[0] ?? "").toBe("");
  expect(hashes.slice(1)).toEqual(Array(2).fill(expect.stringMatching(/^0x[0-9a-f]{64}$/)));

  const order = { ...common, event_type: "order", timestamp: TIME };
  const placed = { ...order, id: rested, price: "0.3", original_size: "10", size_matched: "0" };
  const orders = framesIn(user, "order");
  expect<ReadonlyArray<object>>(orders).toMatchObject([
    { ...order, id: orderID, type: "PLACEMENT", size_matched: "10" },
    { ...placed, type: "PLACEMENT" },
    { ...placed, type: "CANCELLATION" },
    { ...order, type: "CANCELLATION", size_matched: "", created_at: "" },
  ]);
  orNot(orders[0], "associate_trades", tradeIDs);
  orNot(orders[1], "status", "LIVE");
  orNot(orders[2], "status", "CANCELED");
  const killed = "order couldn't be fully filled. FOK orders are fully filled or killed.";
  orNot(orders[3], "status", `CANCELED_${killed}`);
  user.close();
});

test("a maker's trade has the taker's fields, and the other outcome in a minted pair", async () => {
  const market = book.stageMarket();
  const [maker, taker] = [await book.trader(), await book.trader()];
  const user = await listen(maker);
  const id = await rest(maker, market.yes);
  const whole = { makerAmount: 5.6e6, takerAmount: 8e6 };
  const { body } = await taker.post({ tokenId: market.no, side: "BUY", ...whole });
  await user.until(() => framesIn(user, "trade").length === 1);
  const owners = [maker.creds.key, taker.creds.key];
  expect(framesIn(user, "trade")).toMatchObject([{
    trader_side: "MAKER",
    taker_order_id: String(body["orderID"]),
    owner: owners[1],
    trade_owner: owners[0],
    ...{ asset_id: market.no, side: "BUY", price: "0.7", size: "8", outcome: "No" },
    maker_orders: [{
      ...{ order_id: id, owner: owners[0], maker_address: maker.address, matched_amount: "8" },
      ...{ asset_id: market.yes, side: "BUY", price: "0.3", outcome: "Yes", outcome_index: 0 },
    }],
  }]);
  expect(framesIn(user, "order")).toMatchObject([
    { id, type: "PLACEMENT" },
    { id, type: "UPDATE", size_matched: "8", original_size: "10" },
  ]);
  user.close();
});

test("the user socket tells of orders that the venue clears, and of some that expire", async () => {
  const gameStartTime = new Date(still.nowMs() + 60_000).toISOString();
  const { yes } = book.stageMarket({ gameStartTime, clearBookOnStart: true });
  const trader = await book.trader();
  const user = await listen(trader);
  const id = await rest(trader, yes);
  pass(60);
  await user.until(() => framesIn(user, "order").length === 2);
  const [, cleared] = framesIn(user, "order");
  expect(cleared).toMatchObject({ id, type: "CANCELLATION" });
  orNot(cleared, "status", "INVALID");
  const timed = { tokenId: yes, side: "BUY", makerAmount: 1e6, takerAmount: 10e6 } as const;
  const expiration = still.nowMs() / 1000 + 180;
  for (let i = 0; i < 30; i += 1) await trader.post({ ...timed, orderType: "GTD", expiration });
  pass(120);
  expect(await trader.client.getOpenOrders()).toEqual([]);
  await user.roundTrip();
  expect(framesIn(user, "order").filter(({ type }) => type === "CANCELLATION").length)
    .toBeWithin(2, 31);
  user.close();
});

test("the user socket publishes nothing of other keys of a wallet, or markets let go", async () => {
  const [first, second] = [book.stageMarket(), book.stageMarket()];
  const wallet = { signatureType: 2, funderAddress: FUNDER };
  const [trader, other] = [await book.trader(wallet), await book.trader(wallet)];
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

test("frames come in every form that the venue's have, each always in the same", () => {
  const common = {
    ...{ owner: "us", makerAddress: "0x1", conditionId: "0x2", tokenId: "3", outcome: "Up" },
    ...{ priceE6: 500_000n, timestampMs: 1_795_176_030_120 },
  };
  const forms = new Set<string>();
  for (let i = 0; i < 300; i += 1) {
    const order: UserEvent = {
      ...{ ...common, side: "BUY", kind: "order", id: `0x${i}`, type: "UPDATE", status: "LIVE" },
      ...{ originalSizeE6: 10_000_000n, matchedE6: 5_000_000n, orderType: "GTC" },
      ...{ isKilled: false, expirationSec: 0, tradeIds: ["t"], createdSec: 1_795_176_000 },
    };
    const trade: UserEvent = {
      ...{
        ...common,
        side: "BUY",
        kind: "trade",
        id: `t-${i}`,
        traderSide: "MAKER",
        takerOrderId: "0x4",
      },
      ...{ takerOwner: "they", sizeE6: 5_000_000n, status: "MATCHED", feeRateBps: 0 },
      ...{ transactionHash: undefined, makers: [], matchedMs: 1_795_176_030_120 },
    };
    for (const event of [order, trade]) {
      const frame = userFrame(event, 1);
      expect(userFrame({ ...event }, 1)).toEqual(frame);
      forms.add(`list ${formOf(event, 1).isList}`);
      forms.add(`stamp ${String(frame["timestamp"]).length}`);
    }
    const [ordered, traded] = [userFrame(order, 1), userFrame(trade, 1)];
    expect(ordered).toMatchObject({
      ...{ id: order.id, owner: "us", market: "0x2", asset_id: "3", side: "BUY", type: "UPDATE" },
      ...{ original_size: "10", size_matched: "5", price: "0.5" },
    });
    forms.add(`status ${ordered["status"]}`).add(`created ${ordered["created_at"]}`);
    forms.add(`hash ${traded["transaction_hash"]}`).add(`fee ${traded["fee_rate_bps"]}`);
    for (const name of ["match_time", "matchtime"]) {
      if (name in traded) forms.add(`${name} ${String(traded[name]).length}`);
    }
  }
  expect([...forms].toSorted()).toEqual([
    ...["created ", "created 1795176000", "fee ", "fee 0", "hash ", "hash undefined"],
    ...["list false", "list true", "match_time 10", "match_time 13"],
    ...["matchtime 10", "matchtime 13", "stamp 10", "stamp 13", "status LIVE", "status undefined"],
  ]);
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
