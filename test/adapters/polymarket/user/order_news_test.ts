import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { Latch, Option } from "effect";
import { NEWS_MAX } from "../../../../adapters/polymarket/user/wallet_stream.ts";
import { makeSandboxClock, type SandboxClock } from "../../../../app/simulator/kit/clock.ts";
import { isFinalFill } from "../../../../core/order/mod.ts";
import { control } from "../../../simulator/kit/support.ts";
import {
  type OrderBookWorld,
  startOrderBook,
  type Trader,
} from "../../../simulator/polymarket/clob/trader.ts";
import { type MovedTime, moveTime } from "../../outbound/moved_time.ts";
import { startVenue } from "../book/follower_world.ts";
import { holderOf, makeNewsFeed } from "./followed_wallets.ts";
import { known, makerEntry, orderEvent, tradeEvent } from "./user_events.ts";

let time: MovedTime;
let clock: SandboxClock;
let book: OrderBookWorld;
beforeAll(() => {
  time = moveTime();
  clock = makeSandboxClock();
  book = startOrderBook(clock);
});
const send = (method: string, path: string, body?: object) =>
  time.during(control(`${book.url}${path}`, method, body));
afterEach(() => send("POST", "/__settlement", {}));
afterAll(async () => {
  await book.stop();
  time[Symbol.dispose]();
});

type Followed = ReturnType<Awaited<ReturnType<typeof makeNewsFeed>>["follow"]>;
const isSettled = (wallet: Followed) => wallet.fills().some(({ state }) => isFinalFill(state));
const statesOf = (wallet: Followed) => [...new Set(wallet.fills().map(({ state }) => state))];
/** Rests 10 shares at 0.3, of which the taker sells 6. Returns the ids of both orders. */
async function trade(maker: Trader, taker: Trader) {
  const { yes: tokenId } = book.stageMarket();
  const amounts = { tokenId, makerAmount: 3e6, takerAmount: 10e6 };
  const bid = await time.during(maker.post({ ...amounts, side: "BUY", orderType: "GTC" }));
  await time.during(book.give(taker.address, { [tokenId]: "6" }));
  const sale = { tokenId, makerAmount: 6e6, takerAmount: 1.8e6 };
  const ask = await time.during(taker.post({ ...sale, side: "SELL" }));
  return [String(bid.body["orderID"]), String(ask.body["orderID"])] as const;
}

describe("wallets that are followed", () => {
  test("hear their own part of a trade until it is confirmed, and of no others", async () => {
    const [maker, taker, third] = [await book.trader(), await book.trader(), await book.trader()];
    const feed = await makeNewsFeed({ url: book.url, clock });
    await using making = feed.follow(holderOf(maker));
    await using taking = feed.follow(holderOf(taker));
    await using aside = feed.follow(holderOf(third));
    await time.until(() => [making, taking, aside].every(({ openings }) => openings() === 1));
    const sinceSec = Math.floor(clock.nowMs() / 1000);
    const [bid, ask] = await trade(maker, taker);
    await time.until(() => isSettled(making) && isSettled(taking));
    const part = { priceE6: 300_000n, sharesE6: 6_000_000n, state: "confirmed" };
    const parts = [
      [making, maker, { ...part, orderId: bid, role: "maker" }],
      [taking, taker, { ...part, orderId: ask, role: "taker" }],
    ] as const;
    for (const [wallet, trader, own] of parts) {
      expect(statesOf(wallet)).toEqual(["matched", "mined", "confirmed"]);
      const fills = [...known(wallet.fills()).values()];
      expect(fills).toMatchObject([own]);
      expect(fills.map(({ tx }) => Option.getOrThrow(tx))).toEqual([
        expect.stringMatching(/^0x[0-9a-f]{64}$/),
      ]);
      expect([...new Set(wallet.orders())]).toEqual([own.orderId]);
      // The list says the same, its times in whole seconds.
      const listed = await time.during(feed.fills(holderOf(trader), sinceSec));
      expect(listed.map((fill) => ({ ...fill, matchedMs: 0 })))
        .toEqual(fills.map((fill) => ({ ...fill, matchedMs: 0 })));
      expect(await time.during(feed.fills(holderOf(trader), sinceSec + 3_600))).toEqual([]);
    }
    expect(aside.told).toEqual(["opened"]);
    expect(feed.lines).toEqual([]);
  });

  test("hear that a trade has failed", async () => {
    await send("POST", "/__settlement", { failed: 1 });
    const [maker, taker] = [await book.trader(), await book.trader()];
    const feed = await makeNewsFeed({ url: book.url, clock });
    await using making = feed.follow(holderOf(maker));
    await time.until(() => making.openings() === 1);
    await trade(maker, taker);
    await time.until(() => isSettled(making));
    expect(statesOf(making).at(-1)).toBe("failed");
  });

  test("are told of every new connection, and hear over it", async () => {
    const [maker, taker] = [await book.trader(), await book.trader()];
    const feed = await makeNewsFeed({ url: book.url, clock });
    await using making = feed.follow(holderOf(maker));
    await time.until(() => making.openings() === 1);
    await send("DELETE", "/__sockets");
    expect(await time.until(() => making.openings() === 2)).toBeLessThan(1_000);
    expect(making.told).toEqual(["opened", "opened"]);
    await trade(maker, taker);
    await time.until(() => making.fills().length > 0);
    expect(feed.calls.map(({ ok }) => ok)).toContain(false);
  });

  test("keep their connection while nothing happens", async () => {
    const feed = await makeNewsFeed({ url: book.url, clock });
    await using quiet = feed.follow(holderOf(await book.trader()));
    await time.pass(600_000);
    expect(quiet.told).toEqual(["opened"]);
    expect(feed.calls.map(({ ok }) => ok)).not.toContain(false);
  });
});

test("a list that holds what cannot be read gives the rest, each fill once", async () => {
  const trader = await book.trader();
  const feed = await makeNewsFeed({ url: book.url, clock });
  const entry = makerEntry("0xaa01", { owner: trader.creds.key });
  const row = (status: string) => tradeEvent({ status, maker_orders: [entry] });
  const body = { data: [row("MINED"), row("LOST"), row("TRADE_STATUS_CONFIRMED")] };
  const fault = { match: "GET /data/trades", kind: "status", status: 200, times: 1, body };
  await send("POST", "/__faults", fault);
  expect(await time.during(feed.fills(holderOf(trader), 0))).toMatchObject([
    { orderId: "0xaa01", state: "confirmed" },
  ]);
  expect(feed.lines).toEqual([expect.stringContaining('"detail":"a trade has an unknown status"')]);
  await send("POST", "/__faults", { ...fault, status: 401, body: { error: "no" } });
  await expect(feed.fills(holderOf(trader), 0)).rejects.toThrow(
    `Cannot use the wallet ${trader.address} at the venue: no`,
  );
});

test("a key that the venue refuses is tried once a minute, and told of once", async () => {
  const [mine, theirs] = [holderOf(await book.trader()), holderOf(await book.trader())];
  const { credentials: { secret } } = theirs;
  const feed = await makeNewsFeed({ url: book.url, clock });
  await using refused = feed.follow({ ...mine, credentials: { ...mine.credentials, secret } });
  await time.until(() => refused.openings() === 1);
  expect(await time.until(() => refused.openings() === 4)).toBeWithin(180_000, 185_000);
  const about = JSON.stringify({ provider: "venue user stream", address: mine.address });
  expect(feed.lines).toEqual([`The venue refuses the wallet's API key ${about}`]);
  // It is no trouble of the venue's.
  expect(feed.calls.map(({ ok }) => ok)).not.toContain(false);
});

describe("a venue that", () => {
  /** A venue that says what the test wants, and a wallet that is connected to it. */
  async function stage() {
    const venue = startVenue({ isTelling: false });
    const trader = await book.trader();
    const holder = holderOf(trader);
    const feed = await makeNewsFeed({ url: book.url, wsUrl: venue.url, clock });
    return { venue, trader, holder, feed };
  }

  test("sends what cannot be read is warned of once a minute, and stays connected", async () => {
    const { venue, trader: { creds }, holder, feed } = await stage();
    using _ = venue;
    await using wallet = feed.follow(holder);
    await time.until(() => wallet.openings() === 1 && venue.texts.length > 0);
    const { key: apiKey, secret, passphrase } = creds;
    const asked = { auth: { apiKey, secret, passphrase }, type: "user" };
    expect([venue.paths, ...venue.texts.map((text) => JSON.parse(text))])
      .toEqual([["/ws/user"], asked]);
    const hear = async () => {
      const before = wallet.orders().length;
      venue.send(orderEvent({ owner: apiKey }));
      await time.until(() => wallet.orders().length > before);
    };
    venue.sendText(`{"auth":"${secret}`);
    venue.sendText(`[{"event_type":"${passphrase}"},7]`);
    await hear();
    expect(feed.lines).toEqual([expect.stringContaining('"count":1')]);
    await time.pass(60_000);
    await hear();
    expect(feed.lines.slice(1)).toEqual([expect.stringContaining('"count":2')]);
    for (const hidden of Object.values(creds)) expect(feed.lines.join()).not.toContain(hidden);
    expect(wallet.openings()).toBe(1);
  });

  test("tells of fills while one is stored is heard of all of them together", async () => {
    const { venue, trader: { creds }, holder, feed } = await stage();
    using _ = venue;
    const gate = Latch.makeUnsafe();
    await using wallet = feed.follow(holder, { heard: () => gate.await });
    await time.until(() => wallet.openings() === 1 && venue.openCount() === 1);
    const trade = (id: string) =>
      tradeEvent({
        id,
        status: "MATCHED",
        maker_orders: [makerEntry("0x1", { owner: creds.key })],
      });
    venue.send(trade("first"));
    await time.until(() => wallet.fills().length === 1);
    venue.send([trade("second"), orderEvent({ id: "0x1", owner: creds.key }), trade("third")]);
    await time.settle();
    gate.openUnsafe();
    await time.until(() => wallet.orders().length === 1);
    expect(wallet.told).toMatchObject([
      "opened",
      { fills: [{ tradeId: "first" }] },
      { fills: [{ tradeId: "second" }, { tradeId: "third" }] },
      { orderId: "0x1" },
    ]);
  });

  test("tells more than is handled is left, and heard again after what waited", async () => {
    const { venue, trader: { creds }, holder, feed } = await stage();
    using _ = venue;
    const gate = Latch.makeUnsafe();
    await using wallet = feed.follow(holder, { heard: () => gate.await });
    await time.until(() => wallet.openings() === 1 && venue.openCount() === 1);
    const order = (at: number) => orderEvent({ id: `0x${at}`, owner: creds.key });
    venue.send(order(0));
    await time.until(() => wallet.orders().length === 1);
    venue.send(Array.from({ length: NEWS_MAX }, (_, at) => order(at + 1)));
    await time.settle();
    expect(venue.paths).toHaveLength(1);
    venue.send([order(-1), tradeEvent()]);
    await time.until(() => venue.paths.length === 2 && venue.openCount() === 1);
    expect(wallet.told).toHaveLength(2);
    gate.openUnsafe();
    await time.until(() => wallet.openings() === 2);
    expect(wallet.orders()).toEqual(Array.from({ length: NEWS_MAX + 1 }, (_, at) => `0x${at}`));
    expect(wallet.told.at(-1)).toBe("opened");
    expect(feed.lines.join()).toContain(`${NEWS_MAX} news wait to be handled`);
  });

  test("is gone leaves a socket that is wanted and not open", async () => {
    const { venue, holder, feed } = await stage();
    expect(feed.sockets()).toEqual({ open: 0, wanted: 0 });
    const other = feed.follow(holderOf(await book.trader()));
    await using wallet = feed.follow(holder);
    await time.until(() => wallet.openings() === 1 && other.openings() === 1);
    expect(feed.sockets()).toEqual({ open: 2, wanted: 2 });
    await other[Symbol.asyncDispose]();
    expect(feed.sockets()).toEqual({ open: 1, wanted: 1 });
    venue[Symbol.dispose]();
    await time.until(() => feed.sockets().open === 0);
    expect(feed.sockets()).toEqual({ open: 0, wanted: 1 });
  });

  test("closes after it was heard is asked again soon, and its words hide secrets", async () => {
    const { venue, trader: { creds }, holder, feed } = await stage();
    using _ = venue;
    await using wallet = feed.follow(holder);
    await time.until(() => wallet.openings() === 1 && venue.openCount() === 1);
    venue.send(orderEvent({ owner: creds.key }));
    venue.close(1008, `no ${creds.passphrase}`);
    expect(await time.until(() => wallet.openings() === 2)).toBeLessThan(1_000);
    expect(feed.lines[0]).toContain("the provider closed with 1008 no [hidden]");
  });
});
