import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { makeApiKeys } from "../../../../app/simulator/polymarket/clob/api_keys.ts";
import {
  makeMarketFeed,
  type UserEvent,
} from "../../../../app/simulator/polymarket/clob/market_feed.ts";
import { makeUserSession } from "../../../../app/simulator/polymarket/clob/user_socket.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const MINE = `0x${"1".repeat(40)}`;
const THEIRS = `0x${"2".repeat(40)}`;
const KILLED = "CANCELED_order couldn't be fully filled. FOK orders are fully filled or killed.";

function makeVenue() {
  const keys = makeApiKeys(1);
  const feed = makeMarketFeed();
  const open = () => {
    const texts: string[] = [];
    const closes: number[] = [];
    const session = makeUserSession({
      send: (text) => void texts.push(text),
      close: (code) => void closes.push(code),
      ping: () => {},
    }, { keys, feed });
    return {
      texts,
      closes,
      text: (text: string) => session.message?.(text),
      say: (body: unknown) => session.message?.(JSON.stringify(body)),
      end: () => session.closed(),
      take: () =>
        texts.splice(0).map((text) => JSON.parse(text) as Readonly<Record<string, unknown>>),
    };
  };
  return { keys, feed, open };
}

type Order = Extract<UserEvent, { kind: "order" }>;
type Trade = Extract<UserEvent, { kind: "trade" }>;

const orderOf = (owner: string, rest: Partial<Order> = {}): Order => ({
  kind: "order",
  type: "PLACEMENT",
  id: "0xaa",
  owner,
  makerAddress: MINE,
  conditionId: "0xc1",
  tokenId: "77",
  outcome: "Up",
  side: "BUY",
  priceE6: 570_000n,
  originalSizeE6: 10_500_000n,
  matchedE6: 0n,
  orderType: "GTC",
  status: "LIVE",
  expirationSec: 0,
  tradeIds: [],
  createdSec: 1_795_176_000,
  timestampMs: 1_795_176_000_123,
  ...rest,
});
const tradeOf = (owner: string, rest: Partial<Trade> = {}): Trade => ({
  kind: "trade",
  id: "t1",
  owner,
  traderSide: "TAKER",
  takerOrderId: "0xaa",
  takerOwner: owner,
  makerAddress: MINE,
  conditionId: "0xc1",
  tokenId: "77",
  outcome: "Up",
  side: "BUY",
  priceE6: 570_000n,
  sizeE6: 10_000_000n,
  status: "MATCHED",
  transactionHash: undefined,
  feeRateBps: 0,
  makers: [{
    orderId: "0xbb",
    owner: "maker",
    makerAddress: THEIRS,
    matchedE6: 10_000_000n,
    priceE6: 430_000n,
    tokenId: "78",
    outcome: "Down",
    side: "BUY",
  }],
  matchedSec: 1_795_176_000,
  timestampMs: 1_795_176_001_999,
  ...rest,
});

const keyOf = ({ keys }: ReturnType<typeof makeVenue>, address = MINE) => {
  const key = keys.create(address, "0");
  if (key === undefined) throw new Error(`There is a key of ${address}`);
  return key;
};
const first = (auth: unknown, markets: ReadonlyArray<string> = []) => ({
  auth,
  markets,
  type: "user",
});

describe("a socket of a user", () => {
  test("publishes the changes of the user's orders, in the venue's format", () => {
    const venue = makeVenue();
    const key = keyOf(venue);
    const client = venue.open();
    client.say(first(key, ["0xc1"]));
    expect([client.texts, client.closes]).toEqual([[], []]);
    venue.feed.publishToUser(orderOf(key.apiKey));
    const order = {
      asset_id: "77",
      associate_trades: null,
      created_at: "1795176000",
      event_type: "order",
      expiration: "0",
      id: "0xaa",
      maker_address: MINE,
      market: "0xc1",
      order_owner: key.apiKey,
      order_type: "GTC",
      original_size: "10.5",
      outcome: "Up",
      owner: key.apiKey,
      price: "0.57",
      side: "BUY",
      size_matched: "0",
      status: "LIVE",
      timestamp: "1795176000123",
      type: "PLACEMENT",
    };
    expect(client.take()).toEqual([order]);
    const matched = { matchedE6: 10_000_000n, tradeIds: ["t1"] };
    venue.feed.publishToUser(orderOf(key.apiKey, { type: "UPDATE", ...matched }));
    venue.feed.publishToUser(
      orderOf(key.apiKey, { type: "CANCELLATION", orderType: "FOK", status: KILLED }),
    );
    expect(client.take()).toEqual([
      { ...order, type: "UPDATE", size_matched: "10", associate_trades: ["t1"] },
      { ...order, type: "CANCELLATION", order_type: "FOK", status: KILLED },
    ]);
  });

  test("publishes the user's trades, with a hash once there is one", () => {
    const venue = makeVenue();
    const key = keyOf(venue);
    const client = venue.open();
    client.say(first(key));
    venue.feed.publishToUser(tradeOf(key.apiKey));
    venue.feed.publishToUser(tradeOf(key.apiKey, { status: "MINED", transactionHash: "0xee" }));
    const trade = {
      asset_id: "77",
      bucket_index: 0,
      event_type: "trade",
      fee_rate_bps: "0",
      id: "t1",
      last_update: "1795176001",
      maker_address: MINE,
      maker_orders: [{
        asset_id: "78",
        fee_rate_bps: "0",
        maker_address: THEIRS,
        matched_amount: "10",
        order_id: "0xbb",
        outcome: "Down",
        owner: "maker",
        price: "0.43",
        side: "BUY",
      }],
      market: "0xc1",
      match_time: "1795176000",
      outcome: "Up",
      owner: key.apiKey,
      price: "0.57",
      side: "BUY",
      size: "10",
      status: "MATCHED",
      taker_order_id: "0xaa",
      timestamp: "1795176001999",
      trade_owner: key.apiKey,
      trader_side: "TAKER",
      type: "TRADE",
    };
    expect(client.take()).toEqual([
      trade,
      { ...trade, status: "MINED", transaction_hash: "0xee" },
    ]);
  });

  test("publishes nothing of other users, other markets, earlier times, or after it closed", () => {
    const venue = makeVenue();
    const [key, other] = [keyOf(venue), keyOf(venue, THEIRS)];
    const [client, all] = [venue.open(), venue.open()];
    venue.feed.publishToUser(orderOf(key.apiKey));
    client.say(first(key, ["0xc1"]));
    all.say(first(key));
    venue.feed.publishToUser(orderOf(other.apiKey));
    venue.feed.publishToUser(orderOf(key.apiKey, { conditionId: "0xc2" }));
    expect(client.take()).toEqual([]);
    expect(all.take()).toMatchObject([{ market: "0xc2" }]);
    client.say({ operation: "subscribe", markets: ["0xc2"] });
    client.say({ operation: "unsubscribe", markets: ["0xc1"] });
    venue.feed.publishToUser(orderOf(key.apiKey));
    venue.feed.publishToUser(orderOf(key.apiKey, { conditionId: "0xc2" }));
    expect(client.take()).toMatchObject([{ market: "0xc2" }]);
    client.end();
    venue.feed.publishToUser(orderOf(key.apiKey, { conditionId: "0xc2" }));
    expect(client.texts).toEqual([]);
    all.end();
    expect(jest.getTimerCount()).toBe(0);
  });

  test.each(["apiKey", "secret", "passphrase"] as const)("is closed for another %s", (part) => {
    const venue = makeVenue();
    const [key, other] = [keyOf(venue), keyOf(venue, THEIRS)];
    for (const wrong of [other[part], "", undefined, 1]) {
      const client = venue.open();
      client.say(first({ ...key, [part]: wrong }));
      expect(client.closes).toEqual([1008]);
      venue.feed.publishToUser(orderOf(key.apiKey));
      expect(client.texts).toEqual([]);
    }
  });
});
