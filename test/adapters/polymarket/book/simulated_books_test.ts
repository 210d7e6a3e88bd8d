import { afterAll, describe, expect, test } from "bun:test";
import { Option } from "effect";
import { makeSandboxClock } from "../../../../app/simulator/kit/clock.ts";
import type { Book } from "../../../../core/order/mod.ts";
import { parseConditionId } from "../../../../core/venue/mod.ts";
import {
  type OrderBookWorld,
  OrderType,
  Side,
  startOrderBook,
} from "../../../simulator/polymarket/clob/trader.ts";
import { BTC, ETH, NOW_MS, RAIN } from "../../../simulator/polymarket/clob/socket_venue.ts";
import { control, get, makeStillClock } from "../../../simulator/kit/support.ts";

import { type StartedFollower, startFollower } from "./follower_world.ts";
import { moveTime } from "../../outbound/moved_time.ts";

const time = moveTime();
afterAll(() => time[Symbol.dispose]());
const clock = makeStillClock(NOW_MS);
const still = startOrderBook(clock);
const started = [still];
afterAll(() => Promise.all(started.map((venue) => venue.stop())));

function startMoving(): OrderBookWorld {
  const venue = startOrderBook(makeSandboxClock({ startMs: NOW_MS }));
  started.push(venue);
  return venue;
}

const follow = (venue: OrderBookWorld) =>
  startFollower({ wsUrl: venue.url.replace(/^http/, "ws") });

interface Summary {
  readonly market: string;
  readonly asset_id: string;
  readonly tick_size: string;
  readonly version?: string;
  readonly bids: ReadonlyArray<{ readonly price: string; readonly size: string }>;
  readonly asks: Summary["bids"];
}

/** The book as a request is answered; undefined where there is none. */
async function asked({ url }: OrderBookWorld, tokenId: string): Promise<Book | undefined> {
  const { status, body } = await get<Summary>(`${url}/book?token_id=${tokenId}`);
  if (status !== 200) return undefined;
  const e6 = (text: string) => BigInt(Math.round(Number(text) * 1e6));
  const levels = (written: Summary["bids"]) =>
    written.map(({ price, size }) => ({ priceE6: e6(price), sizeE6: e6(size) })).toReversed();
  return {
    tokenId: body.asset_id,
    conditionId: Option.getOrThrow(parseConditionId(body.market)),
    protocol: Option.fromUndefinedOr(body.version),
    tickE6: e6(body.tick_size),
    bids: levels(body.bids),
    asks: levels(body.asks),
  };
}

/** Waits for the book that requests are answered with. Until then there may be some others. */
async function untilBook(
  follower: StartedFollower,
  { venue, tokenId, meanwhile }: {
    readonly venue: OrderBookWorld;
    readonly tokenId: string;
    readonly meanwhile?: ReadonlyArray<Book | undefined>;
  },
) {
  const right = await asked(venue, tokenId);
  expect(right).toBeDefined();
  await time.until(() => {
    const book = follower.book(tokenId);
    if (Bun.deepEquals(book, right)) return true;
    if (meanwhile !== undefined) expect([undefined, ...meanwhile]).toContainEqual(book);
    return false;
  });
  return right;
}

describe("books that are followed at the simulated venue", () => {
  test("are never other than the venue's while the world runs and the socket is cut", async () => {
    const moving = startMoving();
    await using follower = await follow(moving);
    const { yes, no } = moving.stageMarket();
    await moving.putBook(yes, { bids: [["0.4", "100"]], asks: [["0.6", "100"]] });
    follower.follow(yes, no, BTC, ETH, RAIN);
    await time.until(() => follower.known(yes, no, BTC, ETH, RAIN).split(",").length === 5);
    for (let cut = 0; cut < 3; cut += 1) {
      const { body } = await control(`${moving.url}/__sockets`, "DELETE");
      expect(body).toEqual({ sockets: 1 });
      await time.until(() => follower.known(BTC) === "");
      const awayMs = await time.until(() =>
        follower.known(yes, no, BTC, ETH, RAIN).split(",").length === 5
      );
      expect(awayMs).toBeLessThan(1_500);
      for (const tokenId of [yes, no]) await untilBook(follower, { venue: moving, tokenId });
    }
    expect(follower.warnings.every((warning) => warning === "Lost the connection")).toBe(true);
  });

  test("have what orders add, and have no more what they take", async () => {
    const moving = startMoving();
    await using follower = await follow(moving);
    const { yes, no } = moving.stageMarket();
    await moving.putBook(yes, {
      bids: [["0.4", "100"], ["0.45", "50"]],
      asks: [["0.55", "200"], ["0.5", "30"]],
    });
    follower.follow(yes, no);
    const same = async () => {
      const book = await untilBook(follower, { venue: moving, tokenId: yes });
      await untilBook(follower, { venue: moving, tokenId: no });
      return book;
    };
    expect((await same())?.asks[0]).toEqual({ priceE6: 500_000n, sizeE6: 30_000_000n });
    const { client: trader } = await moving.trader();
    const resting = await time.during(trader.createAndPostOrder(
      { tokenID: yes, price: 0.46, size: 20, side: Side.BUY },
      undefined,
      OrderType.GTC,
    ));
    expect((await same())?.bids[0]).toEqual({ priceE6: 460_000n, sizeE6: 20_000_000n });
    await time.during(trader.createAndPostMarketOrder(
      { tokenID: yes, amount: 26, side: Side.BUY },
      undefined,
      OrderType.FOK,
    ));
    expect((await same())?.asks[0]?.priceE6).toBe(550_000n);
    await trader.cancelOrder({ orderID: resting.orderID });
    expect((await same())?.bids[0]?.priceE6).toBe(450_000n);
    await moving.putBook(yes, { bids: [["0.1", "7"]] });
    expect((await same())?.asks).toEqual([]);
    expect(follower.warnings).toEqual([]);
  });
});
