import { expect, test } from "bun:test";
import { Effect, Layer, Logger, Option } from "effect";
import {
  marketConversation,
  SOCKET_TOKENS_MAX,
} from "../../../adapters/http/venue/market_socket.ts";
import { layerNoFleet } from "../../../adapters/process/fleet.ts";
import type { Level } from "../../../core/order/mod.ts";
import { OrderVenue } from "../../../core/port/order_venue.ts";
import { VenueBooks } from "../../../core/port/venue_books.ts";
import { layerLiveBooks } from "../../../core/use_case/book/mod.ts";
import { conditionOf } from "../../condition.ts";
import { makeMemoryVenueBooks, venueBook } from "../../memory/venue_books.ts";
import { connectClient } from "./door_client.ts";

const TOKEN = "71";
const level = (priceE6: bigint, shares: bigint): Level => ({
  priceE6,
  sizeE6: shares * 1_000_000n,
});
const BIDS = [level(470_000n, 120n), level(460_000n, 10n)];
const ASKS = [level(480_000n, 75n)];

/** A client, and the market that it sees. */
function market() {
  const books = makeMemoryVenueBooks();
  const followed: Array<string> = [];
  const show = (fields: Parameters<typeof venueBook>[1]) =>
    books.put(venueBook(TOKEN, { bids: BIDS, asks: ASKS, ...fields }));
  show({});
  const venue = Layer.mock(OrderVenue, {
    follow: (ids) => Effect.sync(() => void followed.push(...ids)),
    terms: (conditionId) =>
      Effect.succeed({
        conditionId,
        protocol: Option.none(),
        tokens: [{ tokenId: TOKEN, outcome: "Up" }],
        tickE6: 10_000n,
        sizeMinE6: 5_000_000n,
        isNegRisk: false,
        isAcceptingOrders: true,
        fee: { feeSchedule: Option.none() },
      }),
  });
  const layer = layerLiveBooks.pipe(
    Layer.provideMerge(Layer.mergeAll(
      Layer.succeed(VenueBooks, books.service),
      venue,
      layerNoFleet,
      Logger.layer([]),
    )),
  );
  return { books, followed, show, ...connectClient(marketConversation, layer) };
}
const SUBSCRIBE = { assets_ids: [TOKEN], type: "market" };

/** The venue's hash of a book, out of a frame of it. */
function hashOf(frame: Readonly<Record<string, unknown>>, lastTradePrice: string): string {
  const { event_type: _, hash: _hash, last_trade_price: _last, ...said } = frame;
  const { market, asset_id, timestamp, bids, asks, tick_size } = said;
  const text = JSON.stringify({
    ...{ market, asset_id, timestamp, hash: "", bids, asks },
    ...{ min_order_size: "5", tick_size, neg_risk: false, last_trade_price: lastTradePrice },
  });
  return new Bun.CryptoHasher("sha1").update(text).digest("hex");
}

test("a subscription begins with the books, in a list, each with its true hash", async () => {
  const { say, next, followed } = market();
  say(SUBSCRIBE);
  const [frame, ...others] = await next() as unknown as ReadonlyArray<Record<string, unknown>>;
  expect(others).toEqual([]);
  expect(frame).toMatchObject({
    event_type: "book",
    market: conditionOf(1),
    asset_id: TOKEN,
    bids: [{ price: "0.46", size: "10" }, { price: "0.47", size: "120" }],
    asks: [{ price: "0.48", size: "75" }],
    last_trade_price: "",
  });
  expect(frame?.["hash"]).toBe(hashOf(frame ?? {}, ""));
  expect(followed).toEqual([TOKEN]);
});

test("then it tells the levels that change, and nothing where none does", async () => {
  const { say, next, show } = market();
  say(SUBSCRIBE);
  await next();
  show({ atMs: 2_000 });
  show({ atMs: 3_000, bids: [level(470_000n, 100n)], asks: [level(490_000n, 5n)] });
  const frame = await next();
  expect(frame).toMatchObject({ event_type: "price_change", timestamp: "3000" });
  const touch = { asset_id: TOKEN, best_bid: "0.47", best_ask: "0.49" };
  expect(frame["price_changes"]).toMatchObject([
    { ...touch, side: "BUY", price: "0.47", size: "100" },
    { ...touch, side: "BUY", price: "0.46", size: "0" },
    { ...touch, side: "SELL", price: "0.49", size: "5" },
    { ...touch, side: "SELL", price: "0.48", size: "0" },
  ]);
});

test("trades are told before the levels that they took, best prices where asked", async () => {
  const { say, next, show, books } = market();
  say({ ...SUBSCRIBE, custom_feature_enabled: true });
  await next();
  books.trade(TOKEN, { priceE6: 480_000n, sizeE6: 75_000_000n, side: "BUY", atMs: 4_000 });
  show({ atMs: 4_000, asks: [] });
  expect(await next()).toMatchObject({
    event_type: "last_trade_price",
    price: "0.48",
    size: "75",
    side: "BUY",
    timestamp: "4000",
  });
  expect(await next()).toMatchObject({ event_type: "price_change" });
  expect(await next())
    .toMatchObject({ event_type: "best_bid_ask", best_bid: "0.47", best_ask: "1", spread: "0.53" });
});

test("a book in doubt is told again once it is not", async () => {
  const { say, next, show, books } = market();
  say(SUBSCRIBE);
  await next();
  books.doubt(TOKEN);
  show({ atMs: 5_000, bids: [] });
  expect(await next()).toMatchObject({
    event_type: "price_change",
    price_changes: [{ price: "0.47", size: "0" }, { price: "0.46", size: "0" }],
  });
});

test("a token that is left is told of no more", async () => {
  const { say, next, nextText, show, books } = market();
  say(SUBSCRIBE);
  await next();
  say({ operation: "unsubscribe", assets_ids: [TOKEN] });
  say("nonsense");
  expect(await nextText()).toBe("INVALID OPERATION");
  show({ atMs: 6_000, bids: [] });
  say("PING");
  expect(await nextText()).toBe("PONG");
  expect(books.held()).toEqual([]);
});

test("a token without a book is left out of the list", async () => {
  const { say, next } = market();
  say({ ...SUBSCRIBE, assets_ids: ["999", "x"] });
  expect(await next() as unknown).toEqual([]);
});

test("a client that wants too much, sends too much or reads too slowly is closed", async () => {
  const greedy = market();
  const assets_ids = Array.from({ length: SOCKET_TOKENS_MAX + 1 }, (_, at) => String(at + 1));
  greedy.say({ ...SUBSCRIBE, assets_ids });
  expect((await greedy.closed).code).toBe(1008);
  const loud = market();
  for (let at = 0; at < 200; at++) loud.say("PING");
  expect(await loud.closed).toEqual({ code: 1008, reason: "Sends too many messages" });
  const slow = market();
  slow.room.unread = 2 * 1024 * 1024;
  slow.say("PING");
  expect((await slow.closed).code).toBe(1013);
});

test("nothing is followed for a client that has gone", async () => {
  const { say, next, leave, books, runtime } = market();
  say(SUBSCRIBE);
  await next();
  expect(books.held()).toEqual([TOKEN]);
  leave();
  await runtime.dispose();
  expect(books.held()).toEqual([]);
});
