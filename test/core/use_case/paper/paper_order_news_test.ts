import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { TestClock } from "effect/testing";
import { NOON_MS } from "../../../contract/order_fixture.ts";
import { venueBook } from "../../../memory/venue_books.ts";
import { arrive, happened, HOLDER, LATENCY_MS, onPaper, signed, TOKEN } from "./paper_world.ts";

/** Of nobody else at the price of the order, which comes first then. */
const LOWER = venueBook(TOKEN, { bids: [{ priceE6: 450_000n, sizeE6: 50_000_000n }] });

describe("an order that rests on paper", () => {
  test("trades what passes the queue before it, and its owner is told", () =>
    onPaper(function* (world) {
      const told = yield* world.follow;
      const order = signed();
      yield* arrive(world, order);
      world.market.trade({ side: "SELL", priceE6: 470_000n, sizeE6: 120_000_000n });
      yield* happened;
      expect(told.fills).toEqual([]);
      world.market.trade({ side: "SELL", priceE6: 470_000n, sizeE6: 4_500_000n });
      yield* happened;
      expect(told.fills).toMatchObject([
        { orderId: order.orderId, role: "maker", priceE6: 470_000n, sharesE6: 4_000_000n },
      ]);
      expect(told.orderIds).toContain(order.orderId);
    }));

  test("trades what crosses it", () =>
    onPaper(function* (world) {
      const told = yield* world.follow;
      yield* arrive(world, signed());
      world.market.show(
        venueBook(TOKEN, { bids: [], asks: [{ priceE6: 460_000n, sizeE6: 3_000_000n }] }),
      );
      yield* happened;
      // At its own price: it was there first.
      expect(told.fills).toMatchObject([{ priceE6: 470_000n, sharesE6: 3_000_000n }]);
    }));

  test("has fills that are settled or taken back, each at its time", () =>
    onPaper(function* (world) {
      const told = yield* world.follow;
      yield* arrive(world, signed({ makerAmountE6: 4_800_000n }));
      yield* TestClock.adjust(60_000);
      const states = told.fills.map(({ state }) => state);
      expect(states[0]).toBe("matched");
      expect(["confirmed", "failed"]).toContain(states.at(-1) ?? "");
    }));

  test("ends at its time", () =>
    onPaper(function* (world) {
      const told = yield* world.follow;
      const expirationSec = NOON_MS / 1000 + 200;
      const order = signed({ orderType: "GTD", expirationSec });
      yield* arrive(world, order);
      const looked = world.venue.lookUp({ ...order, holder: HOLDER, orderType: "GTD", sentSec: 0 });
      // The venue ends it a minute before the instant in its field.
      yield* TestClock.adjust(140_000 - LATENCY_MS - 2);
      expect((yield* looked).kind).toBe("live");
      yield* TestClock.adjust(2);
      expect(yield* looked).toMatchObject({ kind: "canceled", cause: "expiry" });
      expect(told.orderIds).toContain(order.orderId);
    }));

  test("ends with its market", () =>
    onPaper(function* (world) {
      yield* world.follow;
      const order = signed();
      yield* arrive(world, order);
      world.market.isAcceptingOrders = false;
      yield* TestClock.adjust(1_000);
      const looked = world.venue.lookUp({ ...order, holder: HOLDER, orderType: "GTC", sentSec: 0 });
      expect(yield* looked).toMatchObject({ kind: "canceled", cause: "venue" });
    }));

  test("keeps no place that nobody watched, and no trade of that time", () =>
    onPaper(function* (world) {
      const told = yield* world.follow;
      world.market.show(LOWER);
      yield* arrive(world, signed());
      world.market.show(undefined);
      yield* happened;
      world.market.trade({ side: "SELL", priceE6: 470_000n, sizeE6: 2_000_000n });
      world.market.show(venueBook(TOKEN));
      yield* happened;
      expect(told.fills).toEqual([]);
      world.market.trade({ side: "SELL", priceE6: 470_000n, sizeE6: 2_000_000n });
      yield* happened;
      expect(told.fills.map(({ sharesE6 }) => sharesE6)).toEqual([2_000_000n]);
    }));

  test("is followed on by whoever follows next, whose list has its fills", () =>
    onPaper(function* (world) {
      world.market.show(LOWER);
      const order = signed();
      yield* Effect.scoped(Effect.gen(function* () {
        yield* world.follow;
        yield* arrive(world, order);
        world.market.trade({ side: "SELL", priceE6: 460_000n, sizeE6: 3_000_000n });
        yield* happened;
      }));
      const fills = yield* world.news.fills({ holder: HOLDER, sinceSec: 0 });
      expect(fills).toMatchObject([{ orderId: order.orderId, sharesE6: 3_000_000n }]);
      const told = yield* world.follow;
      world.market.trade({ side: "SELL", priceE6: 460_000n, sizeE6: 9_000_000n });
      yield* happened;
      expect(told.fills.filter(({ state }) => state === "matched").map((fill) => fill.sharesE6))
        .toEqual([7_000_000n]);
      const looked = world.venue.lookUp({ ...order, holder: HOLDER, orderType: "GTC", sentSec: 0 });
      expect(yield* looked).toMatchObject({
        kind: "matched",
        fill: { sharesE6: Option.some(10_000_000n) },
      });
    }));
});
