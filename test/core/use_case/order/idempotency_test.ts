import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Fiber, Option } from "effect";
import { OrderStore } from "../../../../core/port/order_store.ts";
import { OrderVenue } from "../../../../core/port/order_venue.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import {
  Idempotency,
  orderOfIdempotencyKey,
  placeOrder,
} from "../../../../core/use_case/order/mod.ts";
import { orderCommand, withSlowBook } from "../../../stage/order_command.ts";
import { addWallet, EMPTY } from "../../../stage/order_world.ts";
import { inOrderWorld } from "./in_order_world.ts";

const AWAY = Effect.fail(new StoreFailed({ operation: "x", cause: new Error("away") }));

/** Requests of one key at one replica, and its ports. */
const staged = Effect.gen(function* () {
  const { id } = yield* addWallet("a");
  const [store, venue] = [yield* OrderStore, yield* OrderVenue];
  /** With a store and a venue that are changed. */
  const place = (
    changed: Partial<OrderStore["Service"]> = {},
    { at = venue, slug }: { readonly at?: OrderVenue["Service"]; readonly slug?: string } = {},
  ) =>
    placeOrder(orderCommand(id, slug === undefined ? {} : { slug })).pipe(
      Effect.provideService(OrderStore, { ...store, ...changed }),
      Effect.provideService(OrderVenue, at),
    );
  const mute = OrderVenue.of({ ...venue, book: () => Effect.never });
  return { store, place, mute, slow: withSlowBook(venue) };
});

describe("a caller who hangs up", () => {
  test("leaves the key free once the store has answered, for the next request here", () =>
    inOrderWorld(function* () {
      const { store, place, mute } = yield* staged;
      const begun = yield* Deferred.make<void>();
      const mayReserve = yield* Deferred.make<void>();
      const reserve: typeof store.reserve = (wanted) =>
        Deferred.succeed(begun, undefined).pipe(
          Effect.andThen(Deferred.await(mayReserve)),
          Effect.andThen(store.reserve(wanted)),
        );
      const first = yield* Effect.forkChild(place({ reserve }, { at: mute }), {
        startImmediately: true,
      });
      yield* Deferred.await(begun);
      const leaving = yield* Effect.forkChild(Fiber.interrupt(first), { startImmediately: true });
      // What is undone before the reservation is there would leave it.
      yield* Effect.sleep(50);
      yield* Deferred.succeed(mayReserve, undefined);
      yield* Fiber.join(leaving);
      expect(yield* place()).toMatchObject({ isReplayed: false });
      expect(
        yield* store.reserve({ accountId: "a", idempotencyKey: "k", orderId: "other", forMs: 1 }),
      )
        .toBe(true);
    }));

  test("is not in the way of the next request here, which waits for anything", () =>
    inOrderWorld(function* () {
      const { store, place, mute, slow } = yield* staged;
      const reserved = yield* Deferred.make<void>();
      const reserve: typeof store.reserve = (wanted) =>
        Effect.tap(store.reserve(wanted), () => Deferred.succeed(reserved, undefined));
      const first = yield* Effect.forkChild(place({ reserve }, { at: mute }), {
        startImmediately: true,
      });
      yield* Deferred.await(reserved);
      yield* Fiber.interrupt(first);
      expect(yield* place({}, { at: slow })).toMatchObject({ isReplayed: false });
    }));

  test("interrupts no order that is stored already", () =>
    inOrderWorld(function* ({ exchange }) {
      const { store, place } = yield* staged;
      const added = yield* Deferred.make<void>();
      const mayGoOn = yield* Deferred.make<void>();
      const add: typeof store.add = (order) =>
        Effect.tap(
          store.add(order),
          () => Effect.andThen(Deferred.succeed(added, undefined), Deferred.await(mayGoOn)),
        );
      const first = yield* Effect.forkChild(place({ add }), { startImmediately: true });
      yield* Deferred.await(added);
      const leaving = yield* Effect.forkChild(Fiber.interrupt(first), { startImmediately: true });
      yield* Deferred.succeed(mayGoOn, undefined);
      yield* Fiber.join(leaving);
      expect(exchange.receivedOrders).toHaveLength(1);
    }));
});

describe("a store that goes away", () => {
  test("lets a request be busy whose key another one has", () =>
    inOrderWorld(function* () {
      const { place } = yield* staged;
      const changed = { reserve: () => Effect.succeed(false), release: () => AWAY };
      expect(yield* Effect.flip(place(changed, { slug: EMPTY.slug })))
        .toMatchObject({ _tag: "IdempotencyKeyBusy" });
    }));

  test("has stored nothing that was sent, as the answer says", () =>
    inOrderWorld(function* ({ exchange }) {
      const { place } = yield* staged;
      const away = {
        add: () => AWAY,
        ofIdempotencyKey: () => AWAY,
        reserve: () => AWAY,
        release: () => AWAY,
      };
      expect(yield* Effect.flip(place(away))).toMatchObject({ _tag: "OrderNotStored" });
      expect(exchange.receivedOrders).toEqual([]);
    }));

  test("makes no request busy by its own order", () =>
    inOrderWorld(function* () {
      const { store, place, slow } = yield* staged;
      const add: typeof store.add = (order) => Effect.andThen(store.add(order), AWAY);
      expect(yield* Effect.flip(place({ add }, { at: slow })))
        .toMatchObject({ _tag: "OrderNotStored" });
    }));
});

test("the next request of a key waits for the outcome of the one before", () =>
  inOrderWorld(function* ({ fail }) {
    const { store, place, slow } = yield* staged;
    const note: typeof store.note = (found) => Effect.andThen(Effect.sleep(100), store.note(found));
    const refusal = { reason: "balance", message: "none", retryAfterSec: Option.none() } as const;
    fail({ kind: "refused", refusal });
    for (const isReplayed of [false, true]) {
      expect(yield* Effect.flip(place({ note }, { at: slow })))
        .toMatchObject({ _tag: "OrderRefused", isReplayed });
    }
  }));

const OF = { accountId: crypto.randomUUID(), idempotencyKey: "a key" };
const OTHER = { ...OF, orderId: crypto.randomUUID() };
const look = orderOfIdempotencyKey({ ...OF, orderId: crypto.randomUUID() });

describe("the order of an idempotency key", () => {
  test("is none where nobody uses the key, which stays free", async () => {
    const found = await inOrderWorld(function* () {
      const first = yield* look;
      const isFree = yield* (yield* OrderStore).reserve({ ...OTHER, forMs: 60_000 });
      return [first, isFree];
    });
    expect(found).toEqual([Option.none(), true]);
  });

  test("is not known while a request of the key is in progress here", async () => {
    const failure = await inOrderWorld(function* () {
      const placing = (yield* Idempotency).oneAtATime(OF, Effect.never);
      const fiber = yield* Effect.forkChild(placing, { startImmediately: true });
      const failure = yield* Effect.flip(look);
      yield* Fiber.interrupt(fiber);
      return failure;
    });
    expect(failure._tag).toBe("IdempotencyKeyBusy");
  });

  test("is not known while another replica has the key", async () => {
    const answers = await inOrderWorld(function* () {
      const store = yield* OrderStore;
      yield* store.reserve({ ...OTHER, forMs: 60_000 });
      const failure = yield* Effect.flip(look);
      const isStillTheirs = yield* store.release(OTHER);
      return [failure._tag, isStillTheirs, yield* look];
    });
    expect(answers).toEqual(["IdempotencyKeyBusy", true, Option.none()]);
  });
});
