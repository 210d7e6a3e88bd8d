import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { flowE6 } from "../../../../app/simulator/polymarket/clob/world_flow.ts";
import { NOW_MS, RAIN, RAIN_NOT, tokensAt } from "./socket_venue.ts";
import { EXCHANGE_V3, Side, startOrderBook, type Trader } from "./trader.ts";
import { get, makeStillClock } from "../../kit/support.ts";

/** What the world's traders take from resting orders, in a market whose price stands still. */
const clock = makeStillClock(NOW_MS);
const book = startOrderBook(clock);
afterAll(() => book.stop());

let trader: Trader;
beforeEach(async () => {
  trader = await book.trader();
  await book.give(trader.address, { [RAIN]: "1000", [RAIN_NOT]: "1000" });
});
afterEach(() => trader.client.cancelAll());

interface Resting {
  readonly side: Side;
  readonly price: number;
  readonly size: number;
  readonly tokenID?: string;
}
const rest = async ({ tokenID = RAIN, ...order }: Resting) =>
  (await trader.client.createAndPostOrder({ tokenID, ...order })).orderID;
const matched = async (ids: ReadonlyArray<string>) => {
  const sizes: number[] = [];
  for (const id of ids) sizes.push(Number((await trader.client.getOrder(id)).size_matched));
  return sizes;
};
const pass = (sec: number) => clock.set(clock.nowMs() + sec * 1000);
/** The best bid and ask of a token. */
async function touch(tokenId = RAIN) {
  type Levels = ReadonlyArray<{ readonly price: string }>;
  const { body } = await get<{ readonly bids: Levels; readonly asks: Levels }>(
    `${book.url}/book?token_id=${tokenId}`,
  );
  return [body.bids, body.asks].map((levels) => Number(levels.at(-1)?.price));
}
const [bid = 0, ask = 0] = await touch();
const other = (price: number) => Math.round(100 - price * 100) / 100;

describe("the world's traders", () => {
  test("fill an order at their best price bit by bit, at its own price", async () => {
    const kinds = new Set<string>();
    for (
      const order of [
        { side: Side.BUY, price: bid, tokenID: RAIN },
        { side: Side.SELL, price: ask, tokenID: RAIN },
        { side: Side.BUY, price: other(ask), tokenID: RAIN_NOT },
        { side: Side.SELL, price: other(bid), tokenID: RAIN_NOT },
      ]
    ) {
      const id = await rest({ ...order, size: 150 });
      const seen = new Set<number>();
      for (let i = 0; i < 100; i += 1) {
        pass(1);
        seen.add((await matched([id]))[0] ?? 0);
      }
      expect(seen.size).toBeGreaterThan(2);
      for (const trade of await trader.client.getTrades({ after: String(NOW_MS / 1000) })) {
        const [maker] = trade.maker_orders;
        if (maker?.order_id !== id) continue;
        const isPair = trade.asset_id !== order.tokenID;
        kinds.add(`${order.side} ${isPair}`);
        expect(maker).toMatchObject({
          asset_id: order.tokenID,
          side: order.side,
          price: String(order.price),
          matched_amount: trade.size,
          outcome_index: order.tokenID === RAIN ? 0 : 1,
        });
        // Who wants the other outcome has the same side: a pair is minted, or merged.
        expect(trade).toMatchObject({
          trader_side: "MAKER",
          side: isPair === (order.side === Side.BUY) ? "BUY" : "SELL",
          price: String(isPair ? other(order.price) : order.price),
        });
      }
    }
    expect(kinds.size).toBe(4);
  });

  test("fill the older order first, of either outcome, and none behind the price", async () => {
    const behind = await rest({ side: Side.BUY, price: bid - 0.01, size: 20 });
    const ids = [
      await rest({ side: Side.BUY, price: bid, size: 20 }),
      await rest({ side: Side.SELL, price: other(bid), size: 20, tokenID: RAIN_NOT }),
      await rest({ side: Side.BUY, price: bid, size: 20 }),
    ];
    for (let i = 0; i < 120; i += 1) {
      pass(1);
      const sizes = await matched(ids);
      const last = Math.max(0, sizes.findLastIndex((size) => size > 0));
      expect(sizes.slice(0, last)).toEqual(Array(last).fill(20));
    }
    expect((await matched(ids))[0]).toBe(20);
    expect(await matched([behind])).toEqual([0]);
  });

  test("fill what the price moves through in parts, and the book is never crossed", async () => {
    clock.set(Math.ceil(clock.nowMs() / 300_000) * 300_000 + 10_000);
    const [tokenId] = tokensAt(1, clock.nowMs());
    const [bid = 0, ask = 0] = await touch(tokenId);
    await book.give(trader.address, { [String(tokenId)]: "50" });
    const order = { tokenId, orderType: "GTC", exchange: EXCHANGE_V3, version: "3" } as const;
    const ids: unknown[] = [];
    for (const [side, price] of [["BUY", bid], ["SELL", ask]] as const) {
      const [money, shares] = [Math.round(price * 100) * 50e4, 50e6];
      const amounts = side === "BUY" ? [money, shares] : [shares, money];
      const [makerAmount = 0, takerAmount = 0] = amounts;
      ids.push((await trader.post({ ...order, side, makerAmount, takerAmount })).body["orderID"]);
    }
    for (let i = 0; i < 240; i += 1) {
      pass(1);
      const [best = 0, worst = 1] = await touch(tokenId);
      expect(best).toBeLessThan(worst);
    }
    for (const { status, fills } of (await book.orders()).filter(({ id }) => ids.includes(id))) {
      expect(status).toBe("matched");
      expect(fills.length).toBeGreaterThan(1);
    }
  });

  test("do not come to a book that was put", async () => {
    const { yes } = book.stageMarket();
    await book.putBook(yes, { bids: [["0.3", "50"]], asks: [["0.4", "50"]] });
    const id = await rest({ side: Side.BUY, price: 0.3, size: 20, tokenID: yes });
    pass(300);
    expect(await matched([id])).toEqual([0]);
  });
});

test("what a trader takes depends on seed, second and order, within limits", () => {
  const standings = ["touch", "inside", "crossed"] as const;
  fc.assert(fc.property(
    fc.record({ id: fc.string(), sizeE6: fc.bigInt({ min: 5_000_000n, max: 10n ** 12n }) }),
    fc.record({ seed: fc.nat(), slot: fc.nat() }),
    (order, at) => {
      const [touch = 0n, inside = 0n, crossed = 0n] = standings.map((standing) => {
        const taken = flowE6({ ...order, standing }, at);
        expect(flowE6({ ...order, standing }, { ...at })).toBe(taken);
        expect(taken % 10_000n).toBe(0n);
        return taken;
      });
      expect(touch === 0n || touch >= 1_000_000n && touch <= 25_000_000n).toBe(true);
      // Whoever comes to an order at the touch would come to a better one, too.
      if (touch > 0n) expect(inside).toBe(touch);
      expect(crossed).toBeGreaterThanOrEqual(5_000_000n);
    },
  ));
});
