import { describe, expect, test } from "bun:test";
import { Effect, Option, Result } from "effect";
import { TestClock } from "effect/testing";
import { OrderStore } from "../../../../core/port/order_store.ts";
import { OrderVenue } from "../../../../core/port/order_venue.ts";
import {
  cancelOrder,
  replaceOrder,
  type ReplaceOrderCommand,
} from "../../../../core/use_case/order/mod.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { NOON_MS } from "../../../contract/order_fixture.ts";
import { atNoon, passing, restOne, stored } from "./rested_orders.ts";

type Claim = Pick<ReplaceOrderCommand, "walletId" | "accountId" | "orderId">;

const commandOf = (claim: Claim, fields: Partial<ReplaceOrderCommand> = {}) => ({
  ...claim,
  id: Bun.randomUUIDv7(),
  idempotency: { idempotencyKey: "replace", requestSha256: "r" },
  priceE6: Option.some(390_000n),
  sizeE6: Option.none<bigint>(),
  arrivedMs: 0,
  ...fields,
});
const replace = (claim: Claim, fields: Partial<ReplaceOrderCommand> = {}) =>
  passing(replaceOrder(commandOf(claim, fields)));

/** What rests at the venue: price and shares that are wanted in all. */
const restingIn = (exchange: Parameters<Parameters<typeof atNoon>[0]>[0]["exchange"]) =>
  exchange.receivedOrders.filter(({ status }) => status.kind === "live")
    .map(({ sent: { order } }) => [order.makerAmountE6, order.takerAmountE6]);

describe("replacing an order", () => {
  test("places what is left of it by the new terms, once it is gone", () =>
    atNoon(function* ({ exchange }) {
      const { claim, orderId } = yield* restOne();
      exchange.hit(orderId, 5_000_000n);
      const replaced = yield* replace(claim);
      expect(replaced).toMatchObject({ isCanceled: true, filledE6: 5_000_000n, isReplayed: false });
      expect(restingIn(exchange)).toEqual([[5_850_000n, 15_000_000n]]);
      expect(exchange.status(orderId, exchange.receivedOrders[0]?.address ?? ""))
        .toMatchObject({ kind: "canceled" });
    }));

  test("answers the same key alike, and places nothing more", () =>
    atNoon(function* ({ exchange }) {
      const { claim } = yield* restOne();
      const first = yield* replace(claim);
      yield* stored;
      const second = yield* replace(claim);
      expect([second.isCanceled, second.filledE6]).toEqual([first.isCanceled, first.filledE6]);
      expect([first.isReplayed, second.isReplayed]).toEqual([false, true]);
      expect(orderIdOf(second)).toBe(orderIdOf(first));
      expect(exchange.receivedOrders).toHaveLength(2);
      const other = { idempotency: { idempotencyKey: "replace", requestSha256: "other" } };
      expect(yield* Effect.flip(replace(claim, other)))
        .toMatchObject({ _tag: "IdempotencyKeyReused" });
    }));

  test("answers the same key alike though nothing like it would be placed any more", () =>
    atNoon(function* () {
      const terms = { orderType: "GTD", expiresSec: Option.some(NOON_MS / 1000 + 130) } as const;
      const { claim } = yield* restOne({ terms });
      const first = yield* replace(claim);
      // An end that is so near is refused by now.
      yield* TestClock.adjust(60_000);
      for (const again of [yield* replace(claim), yield* replace(claim)]) {
        expect(orderIdOf(again)).toBe(orderIdOf(first));
      }
    }));

  test.each(
    [
      [20_000_000n, "filled"],
      [16_000_000n, "below_minimum"],
    ] as const,
  )(
    "that has traded %d millionths of 20 shares ends as %s",
    (hitE6, why) =>
      atNoon(function* ({ exchange }) {
        const { claim, orderId } = yield* restOne();
        exchange.hit(orderId, hitE6);
        const replaced = yield* replace(claim);
        expect(replaced.placed).toEqual(Result.fail(why));
        expect((yield* replace(claim)).placed).toEqual(Result.fail(why));
        expect(restingIn(exchange)).toEqual([]);
      }),
  );

  test("that had ended before places nothing", () =>
    atNoon(function* ({ exchange }) {
      const { claim } = yield* restOne();
      yield* passing(cancelOrder(claim));
      yield* stored;
      expect(yield* replace(claim)).toMatchObject({
        isCanceled: true,
        placed: { failure: "over" },
      });
      expect(exchange.receivedOrders).toHaveLength(1);
    }));

  test("by terms that the market does not take leaves it at rest, and the key free", () =>
    atNoon(function* ({ exchange }) {
      const { claim } = yield* restOne();
      expect(yield* Effect.flip(replace(claim, { priceE6: Option.some(395_000n) })))
        .toMatchObject({ _tag: "RequestRejected", reason: "off_tick" });
      expect(restingIn(exchange)).toHaveLength(1);
      expect((yield* replace(claim)).isCanceled).toBe(true);
    }));

  test("places nothing before it is certainly gone, and goes on with the same key", () =>
    atNoon(function* ({ exchange, setDown }) {
      const { claim } = yield* restOne();
      setDown(true);
      expect(yield* Effect.flip(replace(claim))).toMatchObject({ _tag: "ReplacementUncertain" });
      expect(exchange.receivedOrders).toHaveLength(1);
      setDown(false);
      expect(yield* replace(claim)).toMatchObject({ isCanceled: true, isReplayed: true });
      expect(restingIn(exchange)).toEqual([[7_800_000n, 20_000_000n]]);
    }));

  test("that dies after the cancellation goes on with the same key, and places it once", () =>
    atNoon(function* ({ exchange }) {
      const { claim } = yield* restOne();
      const store = yield* OrderStore;
      const dying = OrderStore.of({
        ...store,
        add: () => Effect.fail(new StoreFailed({ operation: "add", cause: new Error("died") })),
      });
      yield* Effect.exit(Effect.provideService(replace(claim), OrderStore, dying));
      expect(restingIn(exchange)).toEqual([]);
      const [first, second] = [yield* replace(claim), yield* replace(claim)];
      expect(orderIdOf(first)).toBe(orderIdOf(second));
      expect(restingIn(exchange)).toHaveLength(1);
    }));

  test("whose new order is lost on its way tells that, and then what became of it", () =>
    atNoon(function* ({ exchange, fail }) {
      const { claim } = yield* restOne();
      fail({ kind: "lost_reply" });
      expect(yield* Effect.flip(replace(claim))).toMatchObject({ _tag: "OrderUncertain" });
      const replaced = yield* replace(claim);
      expect(orderIdOf(replaced)).toBe(exchange.receivedOrders[1]?.orderId ?? "none");
      expect(restingIn(exchange)).toHaveLength(1);
    }));

  test("is refused for an order that cannot rest, and for one that nobody knows", () =>
    atNoon(function* () {
      const { claim } = yield* restOne({ terms: { orderType: "FAK", priceE6: 400_000n } });
      expect(yield* Effect.flip(replace(claim))).toMatchObject({ _tag: "OrderNotResting" });
      const unknown = { ...claim, orderId: `0x${"0".repeat(64)}` };
      expect(yield* Effect.flip(replace(unknown))).toMatchObject({ _tag: "OrderUnknown" });
    }));

  test("sends no second cancellation for one that it has seen gone", () =>
    atNoon(function* () {
      const { claim } = yield* restOne();
      const venue = yield* OrderVenue;
      let cancels = 0;
      const counting = OrderVenue.of({
        ...venue,
        cancelIds: (asked) =>
          Effect.tap(venue.cancelIds(asked), () => Effect.sync(() => cancels++)),
      });
      const twice = Effect.andThen(replace(claim), replace(claim));
      yield* Effect.provideService(twice, OrderVenue, counting);
      expect(cancels).toBe(1);
    }));
});

function orderIdOf({ placed }: Effect.Success<ReturnType<typeof replaceOrder>>): string {
  return Result.getOrThrow(placed).state.orderId;
}
