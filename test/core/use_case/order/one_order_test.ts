import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { TestClock } from "effect/testing";
import { OrderStore } from "../../../../core/port/order_store.ts";
import { OrderVenue } from "../../../../core/port/order_venue.ts";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import {
  cancelOrder,
  cancelOrders,
  placeOrder,
  placeOrders,
  showOrder,
} from "../../../../core/use_case/order/mod.ts";
import { NOON_MS } from "../../../contract/order_fixture.ts";
import { limitCommand } from "../../../stage/order_command.ts";
import { addWallet, type OrderWorldPorts, PLAIN } from "../../../stage/order_world.ts";
import { atNoon, passing, restOne, stored, storedAs } from "./rested_orders.ts";

const LOST = Effect.fail(
  new ProviderFailed({
    provider: "venue orders",
    reason: "timeout",
    wanted: "a cancellation",
    cause: new Error("lost"),
  }),
);

describe("a limit order", () => {
  test("rests with what it has not traded, and is found by its hash alone by its wallet", () =>
    atNoon(function* ({ exchange }) {
      const terms = { priceE6: 410_000n, sizeE6: 120_000_000n };
      const { claim, order } = yield* restOne({ terms });
      expect(order.state).toMatchObject({
        name: "live",
        fill: { sharesE6: Option.some(100_000_000n), usdcE6: Option.some(40_000_000n) },
      });
      exchange.hit(claim.orderId, 5_000_000n);
      expect((yield* showOrder(claim)).order.state).toMatchObject({
        fill: { sharesE6: Option.some(105_000_000n), usdcE6: Option.some(42_050_000n) },
      });
      const other = yield* addWallet("a");
      expect(yield* Effect.flip(showOrder({ ...claim, walletId: other.id })))
        .toMatchObject({ _tag: "OrderUnknown" });
      expect(yield* Effect.flip(showOrder({ ...claim, accountId: "b" })))
        .toMatchObject({ _tag: "WalletForbidden" });
    }));

  test("off the cached tick passes once the venue says that its prices have finer steps", () =>
    atNoon(function* ({ exchange }) {
      const { wallet } = yield* restOne();
      const market = exchange.terms(Option.getOrThrow(PLAIN.conditionId));
      if (market === undefined) throw new Error("no market");
      const command = limitCommand(wallet.id, {
        terms: { priceE6: 385_000n },
        idempotency: Option.none(),
      });
      expect(yield* Effect.flip(placeOrder(command)))
        .toMatchObject({ _tag: "RequestRejected", parameter: "price", reason: "off_tick" });
      exchange.putMarket({ ...market, tickE6: 1_000n });
      expect((yield* placeOrder(command)).order.state.name).toBe("live");
    }));

  test("that may only rest is refused where it would trade at once", () =>
    atNoon(function* () {
      const { id } = yield* addWallet("a");
      const terms = { priceE6: 400_000n, isPostOnly: true };
      expect(yield* Effect.flip(placeOrder(limitCommand(id, { terms }))))
        .toMatchObject({ _tag: "OrderRefused", reason: "would_cross" });
    }));

  test("counts against its wallet's limit with what it may trade, then with what it has", () =>
    atNoon(function* ({ exchange }) {
      const { claim, order } = yield* restOne();
      const { spentE6 } = yield* OrderStore;
      const day = { walletId: claim.walletId, startMs: 0, endMs: order.createdMs + 1 };
      expect(yield* spentE6(day)).toBe(7_600_000n);
      exchange.hit(claim.orderId, 5_000_000n);
      yield* cancelOrder(claim);
      yield* stored;
      expect(yield* spentE6(day)).toBe(1_900_000n);
    }));
});

describe("canceling", () => {
  test("one order tells its history why, with what it had traded", () =>
    atNoon(function* ({ exchange }) {
      const { claim, orderId } = yield* restOne();
      exchange.hit(orderId, 5_000_000n);
      expect(yield* passing(cancelOrder(claim))).toEqual({ cancelled: [orderId], kept: new Map() });
      yield* stored;
      expect((yield* storedAs(claim)).order.state).toMatchObject({
        name: "final",
        outcome: {
          kind: "canceled",
          cause: "request",
          fill: { sharesE6: Option.some(5_000_000n) },
        },
      });
      // Once more, it is over.
      expect((yield* passing(cancelOrder(claim))).kept).toEqual(new Map([[orderId, "canceled"]]));
    }));

  test("one that is over gives its state, and one that nobody knows fails", () =>
    atNoon(function* ({ exchange }) {
      const { claim, orderId } = yield* restOne();
      exchange.hit(orderId, 20_000_000n);
      expect((yield* passing(cancelOrder(claim))).kept).toEqual(new Map([[orderId, "matched"]]));
      const unknown = { ...claim, orderId: `0x${"0".repeat(64)}` };
      expect(yield* passing(Effect.flip(cancelOrder(unknown)))).toMatchObject({
        _tag: "OrderUnknown",
      });
    }));

  test("all of them tells the history of each", () =>
    atNoon(function* () {
      const { claim, wallet } = yield* restOne();
      const again = limitCommand(wallet.id, { idempotency: Option.none() });
      const { order } = yield* placeOrder(again);
      const filter = { conditionId: Option.none(), tokenId: Option.none() };
      const { cancelled } = yield* cancelOrders({ ...claim, filter });
      expect(cancelled).toHaveLength(2);
      yield* stored;
      for (const orderId of [claim.orderId, order.state.orderId]) {
        expect((yield* storedAs({ ...claim, orderId })).order.cancelCause)
          .toEqual(Option.some("request"));
      }
    }));

  test("one order tells who canceled it, though the venue's own news of that came first", () =>
    atNoon(function* () {
      const { claim } = yield* restOne();
      const venue = yield* OrderVenue;
      const follower = showOrder(claim).pipe(
        Effect.provideContext(yield* Effect.context<OrderWorldPorts>()),
        Effect.orDie,
      );
      const told = OrderVenue.of({
        ...venue,
        cancelIds: (asked) => Effect.tap(venue.cancelIds(asked), () => follower),
      });
      yield* Effect.provideService(cancelOrder(claim), OrderVenue, told);
      yield* stored;
      expect((yield* storedAs(claim)).order.state)
        .toMatchObject({ name: "final", outcome: { kind: "canceled", cause: "request" } });
    }));

  test("that gives no answer has the order looked up, and canceled in its history", () =>
    atNoon(function* () {
      const { claim } = yield* restOne();
      const venue = yield* OrderVenue;
      const lost = OrderVenue.of({
        ...venue,
        cancelIds: (asked) => Effect.andThen(venue.cancelIds(asked), LOST),
      });
      const end = yield* Effect.flip(Effect.provideService(cancelOrder(claim), OrderVenue, lost));
      expect(end).toMatchObject({ _tag: "ProviderFailed" });
      yield* stored;
      expect((yield* storedAs(claim)).order.state)
        .toMatchObject({ name: "final", outcome: { kind: "canceled", cause: "request" } });
    }));
});

describe("a batch", () => {
  const batchOf = (walletId: string, terms: ReadonlyArray<object>) =>
    terms.map((fields, at) =>
      limitCommand(walletId, {
        terms: fields,
        idempotency: Option.some({ idempotencyKey: `k${at}`, requestSha256: "s" }),
      })
    );

  test("places each order by itself, and gives each its own answer again", () =>
    atNoon(function* ({ exchange }) {
      const { id } = yield* addWallet("a");
      const terms = [{}, { sizeE6: 1_000_000n }, { priceE6: 400_000n, isPostOnly: true }, {}];
      const first = yield* placeOrders(batchOf(id, terms));
      expect(first).toMatchObject([
        { _tag: "Success", success: { isReplayed: false, order: { state: { name: "live" } } } },
        { _tag: "Failure", failure: { reason: "too_small" } },
        { _tag: "Failure", failure: { _tag: "OrderRefused", reason: "would_cross" } },
        { _tag: "Success", success: { order: { state: { name: "live" } } } },
      ]);
      yield* stored;
      const again = yield* placeOrders(batchOf(id, terms));
      expect(again.map(({ _tag }) => _tag)).toEqual(first.map(({ _tag }) => _tag));
      expect(again[0]).toMatchObject({ success: { isReplayed: true } });
      expect(exchange.receivedOrders).toHaveLength(3);
    }));

  test("places one of two with the same key", () =>
    atNoon(function* ({ exchange }) {
      const { id } = yield* addWallet("a");
      const [one] = batchOf(id, [{}]);
      if (one === undefined) throw new Error("no order");
      const ends = yield* placeOrders([one, { ...one, id: Bun.randomUUIDv7() }]);
      expect(ends.map(({ _tag }) => _tag)).toEqual(["Success", "Failure"]);
      expect(exchange.receivedOrders).toHaveLength(1);
    }));

  test("answers for an order whose end is near or past, and places it no more", () =>
    atNoon(function* ({ exchange }) {
      const { id } = yield* addWallet("a");
      const terms = { orderType: "GTD" as const, expiresSec: Option.some(NOON_MS / 1000 + 120) };
      const idempotency = Option.some({ idempotencyKey: "gtd", requestSha256: "a" });
      const place = () => placeOrder(limitCommand(id, { idempotency, terms }));
      const { order } = yield* place();
      yield* stored;
      yield* TestClock.adjust("1 minute");
      expect(yield* place()).toMatchObject({ isReplayed: true, order: { id: order.id } });
      const [again] = yield* placeOrders([limitCommand(id, { idempotency, terms })]);
      expect(again).toMatchObject({ success: { isReplayed: true } });
      const other = limitCommand(id, { terms });
      expect(yield* Effect.flip(placeOrder(other))).toMatchObject({ reason: "expiration" });
      expect(exchange.receivedOrders).toHaveLength(1);
    }));
});
