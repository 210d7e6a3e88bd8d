import { describe, expect, test } from "bun:test";
import { Effect, Layer, Option } from "effect";
import { OrderStore } from "../../../../core/port/order_store.ts";
import { OrderVenue } from "../../../../core/port/order_venue.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { layerOrders, placeOrder } from "../../../../core/use_case/order/mod.ts";
import { orderCommand, withSlowBook } from "../../../stage/order_command.ts";
import { addWallet, EMPTY, PLAIN } from "../../../stage/order_world.ts";
import { inOrderWorld } from "./in_order_world.ts";

const AWAY = Effect.fail(new StoreFailed({ operation: "x", cause: new Error("away") }));

/** Requests to a store that is `changed`, and what they did to reservations. */
const staged = Effect.fnUntraced(function* (changed: Partial<OrderStore["Service"]> = {}) {
  const { id: walletId } = yield* addWallet("a");
  const original = yield* OrderStore;
  const store = { ...original, ...changed };
  const calls: Array<string> = [];
  const counted = OrderStore.of({
    ...store,
    reserve: (wanted) =>
      Effect.andThen(Effect.sync(() => calls.push("reserve")), store.reserve(wanted)),
    release: (held) =>
      Effect.andThen(Effect.sync(() => calls.push("release")), store.release(held)),
  });
  const place = ({ key, slug = PLAIN.slug }: { readonly key?: string; readonly slug?: string }) =>
    placeOrder(orderCommand(walletId, {
      slug,
      idempotency: Option.map(
        Option.fromUndefinedOr(key),
        (idempotencyKey) => ({ idempotencyKey, requestSha256: "s" }),
      ),
    })).pipe(
      // Its deferred work is done when this ends.
      Effect.provide(Layer.fresh(layerOrders)),
      Effect.provideService(OrderStore, counted),
    );
  return { place, calls };
});

describe("the claim on an idempotency key", () => {
  test("reserves it once, if anything is waited for, and storing the order ends that", () =>
    inOrderWorld(function* () {
      const { place, calls } = yield* staged();
      expect(yield* place({ key: "at hand" })).toMatchObject({ isReplayed: false });
      expect(calls).toEqual([]);
      const slow = withSlowBook(yield* OrderVenue);
      const placed = yield* Effect.provideService(place({ key: "k" }), OrderVenue, slow);
      expect(placed).toMatchObject({ isReplayed: false });
      expect(calls).toEqual(["reserve"]);
    }));

  test("reserves nothing without a key, or in a store of one process", () =>
    inOrderWorld(function* () {
      const { place, calls } = yield* staged();
      expect(yield* place({})).toMatchObject({ isReplayed: false });
      expect(yield* Effect.flip(place({ slug: EMPTY.slug })))
        .toMatchObject({ _tag: "BookTooThin" });
      expect(calls).toEqual([]);
      const alone = yield* staged({ isShared: false });
      expect(yield* alone.place({ key: "k" })).toMatchObject({ isReplayed: false });
      expect(yield* Effect.flip(alone.place({ key: "l", slug: EMPTY.slug })))
        .toMatchObject({ _tag: "BookTooThin" });
      expect(alone.calls).toEqual([]);
    }));

  test("is released before a refusal", () =>
    inOrderWorld(function* () {
      const { place, calls } = yield* staged();
      expect(yield* Effect.flip(place({ key: "k", slug: EMPTY.slug })))
        .toMatchObject({ _tag: "BookTooThin" });
      expect(calls).toEqual(["reserve", "release"]);
      expect(yield* place({ key: "k" })).toMatchObject({ isReplayed: false });
    }));

  test("lets nothing be refused as not placed while the store is away", () =>
    inOrderWorld(function* () {
      const { place, calls } = yield* staged({ reserve: () => AWAY });
      expect(yield* Effect.flip(place({ key: "k", slug: EMPTY.slug })))
        .toMatchObject({ _tag: "StoreFailed" });
      // What the store may have kept is undone.
      expect(calls).toEqual(["reserve", "release"]);
    }));

  test("refuses without the store's word that the reservation has ended", () =>
    inOrderWorld(function* () {
      const { place } = yield* staged({ release: () => AWAY });
      expect(yield* Effect.flip(place({ key: "k", slug: EMPTY.slug })))
        .toMatchObject({ _tag: "BookTooThin" });
    }));

  test("is busy, and nothing is sent, if another request has got it meanwhile", () =>
    inOrderWorld(function* ({ exchange }) {
      const lost = yield* staged({ release: () => Effect.succeed(false) });
      expect(yield* Effect.flip(lost.place({ key: "k", slug: EMPTY.slug })))
        .toMatchObject({ _tag: "IdempotencyKeyBusy", idempotencyKey: "k" });
      const taken = yield* staged({ add: () => Effect.succeed({ kind: "unreserved" }) });
      expect(yield* Effect.flip(taken.place({ key: "l" })))
        .toMatchObject({ _tag: "IdempotencyKeyBusy", idempotencyKey: "l" });
      expect(exchange.receivedOrders).toEqual([]);
    }));
});
