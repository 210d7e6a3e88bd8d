import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Logger, Option } from "effect";
import { OrderStore } from "../../../../core/port/order_store.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { placeOrder } from "../../../../core/use_case/order/mod.ts";
import { orderCommand } from "../../../stage/order_command.ts";
import { addWallet, makeOrderWorld } from "../../../stage/order_world.ts";
import { inOrderWorld } from "./in_order_world.ts";

const AWAY = Effect.fail(new StoreFailed({ operation: "store it", cause: new Error("timeout") }));

describe("the outcome of an order", () => {
  test("notes a refusal once the store answers again, and replays it as it was", () =>
    inOrderWorld(function* ({ fail }) {
      const refusal = {
        reason: "balance",
        message: "no money",
        retryAfterSec: Option.none(),
      } as const;
      const { id } = yield* addWallet("a");
      const store = yield* OrderStore;
      let isAway = true;
      const noted = yield* Deferred.make<void>();
      const wavering = OrderStore.of({
        ...store,
        note: (found) =>
          Effect.suspend(() =>
            isAway ? AWAY : Effect.tap(store.note(found), () => Deferred.succeed(noted, undefined))
          ),
      });
      fail({ kind: "refused", refusal });
      const place = placeOrder(orderCommand(id));
      const first = yield* Effect.flip(Effect.provideService(place, OrderStore, wavering));
      isAway = false;
      yield* Deferred.await(noted);
      const second = yield* Effect.flip(place);
      expect([first, second]).toMatchObject([
        { _tag: "OrderRefused", detail: "no money", isReplayed: false },
        { _tag: "OrderRefused", detail: "no money", isReplayed: true },
      ]);
    }));

  test.each([true, false])(
    "sends nothing the store did not confirm, stored: %p",
    async (isKept) => {
      const { layer, exchange } = makeOrderWorld();
      const program = Effect.gen(function* () {
        const { id } = yield* addWallet("a");
        const store = yield* OrderStore;
        const noted = yield* Deferred.make<void>();
        const late = OrderStore.of({
          ...store,
          add: (order) =>
            Effect.andThen(
              isKept ? store.add(order) : Effect.void,
              AWAY,
            ),
          note: (found) => Effect.tap(store.note(found), () => Deferred.succeed(noted, undefined)),
        });
        const place = placeOrder(orderCommand(id));
        const first = yield* Effect.flip(Effect.provideService(place, OrderStore, late));
        expect(first._tag).toBe("OrderNotStored");
        expect(first.message).toMatch(/^Cannot place the order 0x[0-9a-f]+: .* it was not sent$/);
        yield* Deferred.await(noted);
        expect(exchange.receivedOrders).toHaveLength(0);
        const second = yield* Effect.result(place);
        if (isKept) {
          const detail = expect.stringMatching(/was not sent$/);
          expect(second).toMatchObject({
            failure: { _tag: "OrderRefused", reason: "not_sent", detail, isFinal: true },
          });
        } else expect(second).toMatchObject({ success: { isReplayed: false } });
        expect(exchange.receivedOrders).toHaveLength(isKept ? 0 : 1);
      });
      await Effect.runPromise(Effect.provide(program, [layer, Logger.layer([])]));
    },
  );

  test("answers with the venue's refusal once the store has it", () =>
    inOrderWorld(function* ({ fail }) {
      const { id } = yield* addWallet("a");
      const store = yield* OrderStore;
      let isNoted = false;
      const noting = OrderStore.of({
        ...store,
        note: (found) => Effect.tap(store.note(found), () => Effect.sync(() => isNoted = true)),
      });
      const retryAfterSec = Option.none();
      fail({ kind: "refused", refusal: { reason: "balance", message: "no money", retryAfterSec } });
      const placed = Effect.provideService(placeOrder(orderCommand(id)), OrderStore, noting);
      expect(yield* Effect.flip(placed)).toMatchObject({ _tag: "OrderRefused" });
      expect(isNoted).toBe(true);
    }));

  test("says nothing of an order that was stored too late until the store has it", () =>
    inOrderWorld(function* ({ exchange, hands }) {
      const { id } = yield* addWallet("a");
      const store = yield* OrderStore;
      const noted = yield* Deferred.make<void>();
      let notes = 0;
      const wavering = OrderStore.of({
        ...store,
        note: (found) =>
          notes++ === 0
            ? AWAY
            : Effect.tap(store.note(found), () => Deferred.succeed(noted, undefined)),
      });
      hands.storingMs = 2_000;
      const place = placeOrder(orderCommand(id));
      const first = yield* Effect.flip(Effect.provideService(place, OrderStore, wavering));
      expect(first._tag).toBe("OrderNotStored");
      yield* Deferred.await(noted);
      expect(yield* Effect.flip(place))
        .toMatchObject({ _tag: "OrderRefused", reason: "not_sent", isReplayed: true });
      expect(exchange.receivedOrders).toEqual([]);
    }));

  test("keeps the venue's refusal of an order that the store may have replaced", () =>
    inOrderWorld(function* ({ exchange, fail }) {
      const { id } = yield* addWallet("a");
      const store = yield* OrderStore;
      const unsure = OrderStore.of({
        ...store,
        replace: (change) => Effect.andThen(store.replace(change), AWAY),
      });
      const refusal = { reason: "stale", message: "old", retryAfterSec: Option.none() } as const;
      fail({ kind: "refused", refusal });
      const place = placeOrder(orderCommand(id));
      const first = yield* Effect.flip(Effect.provideService(place, OrderStore, unsure));
      const second = yield* Effect.flip(place);
      expect([first, second]).toMatchObject([
        { _tag: "OrderRefused", reason: "stale", isReplayed: false },
        { _tag: "OrderRefused", reason: "stale", isReplayed: true },
      ]);
      expect(exchange.receivedOrders).toEqual([]);
    }));
});
