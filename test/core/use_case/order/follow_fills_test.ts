import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Option } from "effect";
import { TestClock } from "effect/testing";
import { FILL_STATES, type OrderFill } from "../../../../core/order/mod.ts";
import { FillStore } from "../../../../core/port/fill_store.ts";
import { OrderStore } from "../../../../core/port/order_store.ts";
import { cancelOrder, placeOrder } from "../../../../core/use_case/order/mod.ts";
import { NOON_MS } from "../../../contract/order_fixture.ts";
import { limitCommand } from "../../../stage/order_command.ts";
import { addWallet } from "../../../stage/order_world.ts";
import { atNoon, passing, restOne, stored, storedAs } from "./rested_orders.ts";
import { stagedNews } from "./staged_news.ts";

const fillOf = (orderId: string, fields: Partial<OrderFill> = {}): OrderFill => ({
  tradeId: "t1",
  orderId,
  role: "maker",
  priceE6: 380_000n,
  sharesE6: 5_000_000n,
  state: "matched",
  tx: Option.none(),
  matchedMs: NOON_MS,
  ...fields,
});

/** Has an order trade of which nothing is heard. */
const tradedUnheard = Effect.fnUntraced(function* (
  exchange: Parameters<Parameters<typeof atNoon>[0]>[0]["exchange"],
) {
  const rested = yield* restOne();
  exchange.hit(rested.orderId, 20_000_000n);
  // It is too late, and has the order looked up.
  yield* passing(cancelOrder(rested.claim));
  return rested;
});

const place = (walletId: string) =>
  passing(placeOrder(limitCommand(walletId, { idempotency: Option.none() })));

/** The stored fills of a wallet: which, and how far each has come. */
const fillsOf = Effect.fnUntraced(function* ({ walletId }: { readonly walletId: string }) {
  const fills = yield* (yield* FillStore).list({
    walletId,
    states: FILL_STATES,
    conditionId: Option.none(),
    orderId: Option.none(),
    sinceMs: Option.none(),
    after: Option.none(),
    limit: 100,
  });
  return fills.map(({ tradeId, state }) => [tradeId, state]);
});

describe("the fills of a wallet", () => {
  test("are heard of from the first order on, and have their order looked up", () =>
    atNoon(function* ({ exchange }) {
      const { job, hear, followed } = stagedNews();
      yield* Effect.forkScoped(job);
      yield* TestClock.adjust(100);
      expect(followed()).toBe(0);
      const { claim, orderId } = yield* restOne();
      expect(followed()).toBe(1);
      exchange.hit(orderId, 5_000_000n);
      yield* hear(fillOf(orderId));
      yield* stored;
      expect(yield* fillsOf(claim)).toEqual([["t1", "matched"]]);
      expect((yield* storedAs(claim)).order).toMatchObject({
        state: { name: "live", fill: { sharesE6: Option.some(5_000_000n) } },
        fills: { heard: { sharesE6: Option.some(5_000_000n) } },
      });
      yield* hear(fillOf(orderId, { state: "confirmed" }));
      yield* hear(fillOf(orderId, { state: "mined" }));
      expect(yield* fillsOf(claim)).toEqual([["t1", "confirmed"]]);
    }));

  test("that nobody told of are read on every connection", () =>
    atNoon(function* () {
      const { job, news } = stagedNews();
      yield* Effect.forkScoped(job);
      const { claim, orderId } = yield* restOne();
      news.listed = [fillOf(orderId)];
      yield* news.reopen;
      expect(yield* fillsOf(claim)).toEqual([["t1", "matched"]]);
      // From before the order, as clocks differ.
      expect(news.asked[0]).toBe(NOON_MS / 1000 - 300);
    }));

  test("are read once a minute besides, as long as one is not settled from its match on", () =>
    atNoon(function* () {
      const { job, news } = stagedNews();
      yield* Effect.forkScoped(job);
      const { claim, orderId } = yield* restOne();
      news.listed = [fillOf(orderId)];
      yield* TestClock.adjust(60_000);
      expect(yield* fillsOf(claim)).toEqual([["t1", "matched"]]);
      yield* TestClock.adjust(3_600_000);
      const unsettled = NOON_MS / 1000 - 300;
      expect(news.asked.length).toBeGreaterThan(50);
      expect(news.asked.at(-1)).toBe(unsettled);
      news.listed = [fillOf(orderId, { state: "confirmed" })];
      yield* TestClock.adjust(120_000);
      expect(yield* fillsOf(claim)).toEqual([["t1", "confirmed"]]);
      expect(news.asked.at(-1)).toBeGreaterThan(unsettled + 3_000);
    }));

  test("are read again after a reading that failed", () =>
    atNoon(function* () {
      const { job, news } = stagedNews();
      yield* Effect.forkScoped(job);
      news.isDown = true;
      const { claim, orderId } = yield* restOne();
      news.listed = [fillOf(orderId)];
      yield* TestClock.adjust(60_000);
      expect(yield* fillsOf(claim)).toEqual([]);
      news.isDown = false;
      yield* TestClock.adjust(60_000);
      expect(yield* fillsOf(claim)).toEqual([["t1", "matched"]]);
      expect(new Set(news.asked).size).toBe(1);
    }));

  test("that nobody has listened for, for days, are read once by who listens again", () =>
    atNoon(function* ({ exchange }) {
      const { job, news } = stagedNews();
      yield* tradedUnheard(exchange);
      yield* TestClock.adjust("3 days");
      yield* Effect.forkScoped(job);
      yield* TestClock.adjust("5 minutes");
      const [first, ...later] = news.asked;
      expect(first).toBe(NOON_MS / 1000 - 300);
      // The venue has no trade of it, and is not asked for it for ever.
      expect(later.length).toBeGreaterThan(3);
      expect(Math.min(...later)).toBeGreaterThan(NOON_MS / 1000 + 2 * 86_400);
      yield* TestClock.adjust("6 minutes");
      expect(news.followed()).toBe(0);
    }));

  test("that nobody has listened for are read however long the venue is down then", () =>
    atNoon(function* ({ exchange }) {
      const { job, news } = stagedNews();
      const { claim, orderId } = yield* tradedUnheard(exchange);
      yield* TestClock.adjust("3 days");
      news.isDown = true;
      yield* Effect.forkScoped(job);
      yield* TestClock.adjust("1 hour");
      expect(news.followed()).toBe(1);
      yield* place(claim.walletId);
      yield* TestClock.adjust("1 minute");
      news.isDown = false;
      news.listed = [fillOf(orderId, { sharesE6: 20_000_000n, state: "confirmed" })];
      yield* TestClock.adjust("1 minute");
      expect(yield* fillsOf(claim)).toEqual([["t1", "confirmed"]]);
      expect(new Set(news.asked)).toEqual(new Set([NOON_MS / 1000 - 300]));
    }));

  test("have an order looked up that the venue has told of", () =>
    atNoon(function* ({ exchange }) {
      const { job, hearOfOrder } = stagedNews();
      yield* Effect.forkScoped(job);
      const { claim, orderId } = yield* restOne();
      exchange.hit(orderId, 20_000_000n);
      yield* hearOfOrder(orderId);
      yield* TestClock.adjust(1);
      expect((yield* storedAs(claim)).state).toBe("matched");
    }));

  test("have an order looked up that the venue has, only where that was not known", () =>
    atNoon(function* ({ exchange, fail }) {
      const { job, hearPlaced } = stagedNews();
      yield* Effect.forkScoped(job);
      const { claim, orderId } = yield* restOne();
      exchange.hit(orderId, 20_000_000n);
      yield* hearPlaced(orderId);
      yield* TestClock.adjust(1);
      expect((yield* storedAs(claim)).state).toBe("live");
      fail({ kind: "lost_reply" });
      const lost = yield* Effect.flip(place(claim.walletId));
      const unsure = { ...claim, orderId: lost._tag === "OrderUncertain" ? lost.orderId : "" };
      yield* stored;
      expect((yield* storedAs(unsure)).state).toBe("unknown");
      yield* hearPlaced(unsure.orderId);
      yield* TestClock.adjust(1);
      expect((yield* storedAs(unsure)).state).toBe("live");
    }));

  test("are stored while an order is still being found", () =>
    atNoon(function* () {
      const { job, hear, hearPlaced } = stagedNews();
      const slow = { ...(yield* OrderStore), ofOrderId: () => Effect.never };
      yield* Effect.forkScoped(Effect.provideService(job, OrderStore, slow));
      const { claim, orderId } = yield* restOne();
      yield* Effect.forkScoped(Effect.andThen(hearPlaced(orderId), hear(fillOf(orderId))));
      yield* stored;
      expect(yield* fillsOf(claim)).toEqual([["t1", "matched"]]);
    }));

  test("have at most 1,000 orders wait to be looked up beside the four that are", () =>
    atNoon(function* () {
      const { job, hearOfOrder } = stagedNews();
      const store = yield* OrderStore;
      const gate = yield* Deferred.make<void>();
      const asked: string[] = [];
      const slow = OrderStore.of({
        ...store,
        ofOrderId: (query) =>
          Effect.suspend(() => {
            asked.push(query.orderId);
            return Effect.andThen(Deferred.await(gate), store.ofOrderId(query));
          }),
      });
      yield* Effect.forkScoped(Effect.provideService(job, OrderStore, slow));
      yield* restOne();
      yield* TestClock.adjust(1);
      asked.length = 0;
      const hashes = Array.from({ length: 1_100 }, (_, at) => `0x${at}`);
      for (const hash of [...hashes, ...hashes]) yield* hearOfOrder(hash);
      yield* Deferred.succeed(gate, undefined);
      for (let turns = 0; turns < hashes.length; turns++) yield* TestClock.adjust(1);
      expect(new Set(asked).size).toBe(asked.length);
      expect(asked.length).toBeWithin(1_000, 1_005);
      yield* hearOfOrder("0x7");
      yield* TestClock.adjust(1);
      expect(asked.at(-1)).toBe("0x7");
    }));

  test("are followed until all is settled, and a while longer", () =>
    atNoon(function* ({ exchange }) {
      const { job, news } = stagedNews();
      yield* Effect.forkScoped(job);
      const { claim, orderId } = yield* restOne();
      exchange.hit(orderId, 20_000_000n);
      yield* news.hear(fillOf(orderId, { sharesE6: 20_000_000n }));
      yield* TestClock.adjust(1_200_000);
      expect([(yield* storedAs(claim)).state, news.followed()]).toEqual(["matched", 1]);
      yield* news.hear(fillOf(orderId, { sharesE6: 20_000_000n, state: "failed" }));
      yield* TestClock.adjust(599_000);
      expect(news.followed()).toBe(1);
      yield* TestClock.adjust(3_000);
      expect(news.followed()).toBe(0);
      yield* place(claim.walletId);
      yield* stored;
      expect(news.followed()).toBe(1);
    }));

  test("are followed for 200 wallets at once, those that are idle giving way first", () =>
    atNoon(function* ({ exchange }) {
      const { job, news } = stagedNews();
      yield* Effect.forkScoped(job);
      for (let i = 0; i < 201; i++) {
        const { id } = yield* addWallet("a");
        yield* place(id);
      }
      yield* stored;
      yield* TestClock.adjust(2_000);
      expect(exchange.receivedOrders).toHaveLength(201);
      expect(news.followed()).toBe(200);
    }));
});
