import { expect, test } from "bun:test";
import { Effect, Fiber, Latch, Option } from "effect";
import { TestClock } from "effect/testing";
import { GuardStore } from "../../../../core/port/guard_store.ts";
import { EVERY_LEASE, Leases, StoreLeases } from "../../../../core/port/leases.ts";
import { OrderStore } from "../../../../core/port/order_store.ts";
import { keepGuards, placeOrder, setGuard } from "../../../../core/use_case/order/mod.ts";
import { conditionOf } from "../../../condition.ts";
import { NOON_MS } from "../../../contract/order_fixture.ts";
import { layerMemoryJobWatch } from "../../../memory/job_watch.ts";
import { limitCommand } from "../../../stage/order_command.ts";
import { atNoon, restOne, stored, storedAs } from "./rested_orders.ts";

const job = Effect.provide(keepGuards, layerMemoryJobWatch).pipe(
  Effect.provideService(Leases, EVERY_LEASE),
  Effect.provideService(StoreLeases, EVERY_LEASE),
);
const arm = (walletId: string, seconds = 5) => {
  const some = Option.filter(Option.some(seconds), (sec) => sec > 0);
  return setGuard({ walletId, accountId: "a", seconds: some, venue: Option.none() });
};
/** How many milliseconds after noon the guard fired. */
const firedAfterMs = Effect.fnUntraced(function* (walletId: string) {
  const { armed, firedMs } = yield* (yield* GuardStore).find(walletId);
  return Option.isSome(armed) ? "armed" : Option.getOrElse(firedMs, () => NaN) - NOON_MS;
});
const another = Effect.fnUntraced(function* (walletId: string) {
  const placed = yield* placeOrder(limitCommand(walletId, { idempotency: Option.none() }));
  return { walletId, orderId: placed.order.state.orderId };
});
const PLACING_MS = 100;
const BY_GUARD = { name: "final", outcome: { kind: "canceled", cause: "guard" } };

test("a guard that is not renewed or disarmed cancels at its time, and not before", () =>
  atNoon(function* () {
    yield* Effect.forkScoped(job);
    const { claim, wallet } = yield* restOne();
    for (const seconds of [5, 5, 0, 5]) {
      yield* arm(wallet.id, seconds);
      yield* TestClock.adjust(seconds === 0 ? 60_000 : 4_999);
      expect((yield* storedAs(claim)).state).toBe("live");
    }
    yield* TestClock.adjust(1);
    expect((yield* storedAs(claim)).order.state).toMatchObject(BY_GUARD);
    expect(yield* firedAfterMs(wallet.id)).toBe(PLACING_MS + 2 * 4_999 + 60_000 + 5_000);
  }));

test("a guard cancels what was placed elsewhere too, nothing that is placed later, and once", () =>
  atNoon(function* ({ open }) {
    yield* Effect.forkScoped(job);
    const { claim, wallet: { id, address } } = yield* restOne();
    const list = (orderId: string, when = {}) =>
      open.put({ address, orderId, conditionId: conditionOf(1), tokenId: "11", ...when });
    list("0x01");
    list("0x02", { createdSec: NOON_MS / 1000 + 5 });
    yield* arm(id);
    yield* TestClock.adjust(5_001);
    const later = yield* another(id);
    list(later.orderId);
    list("0x04", { createdSec: NOON_MS / 1000 + 6 });
    yield* TestClock.adjust(60_000);
    expect((yield* storedAs(claim)).state).toBe("canceled");
    expect((yield* storedAs(later)).state).toBe("live");
    const left = ["0x01", "0x02", "0x04", later.orderId]
      .filter((orderId) => open.drop(address, orderId));
    expect(left).toEqual(["0x04", later.orderId]);
    yield* arm(id);
    yield* TestClock.adjust(5_000);
    expect((yield* storedAs(later)).order.state).toMatchObject(BY_GUARD);
  }));

test("a guard is carried on by another replica, and cancels until that is certain", () =>
  atNoon(function* ({ setDown }) {
    const first = yield* Effect.forkScoped(job);
    const { claim, wallet } = yield* restOne();
    yield* arm(wallet.id);
    setDown(true);
    yield* TestClock.adjust(5_500);
    yield* Fiber.interrupt(first);
    yield* TestClock.adjust(60_000);
    yield* Effect.forkScoped(job);
    yield* TestClock.adjust(1);
    expect((yield* storedAs(claim)).state).toBe("live");
    setDown(false);
    yield* TestClock.adjust(1_000);
    expect((yield* storedAs(claim)).order.state).toMatchObject(BY_GUARD);
    expect(yield* firedAfterMs(wallet.id)).toBe(PLACING_MS + 5_000);
    yield* TestClock.adjust(1_000);
    const question = { nowMs: NOON_MS + 100_000, againMs: NOON_MS + 100_000, limit: 9 };
    expect((yield* (yield* GuardStore).takeFired(question)).fired).toEqual([]);
  }));

test("a guard ends what is stored, or sent, or answered only after it has fired", () =>
  atNoon(function* ({ fail, exchange }) {
    yield* Effect.forkScoped(job);
    const { wallet } = yield* restOne();
    const { wallet: slow } = yield* restOne({ idempotency: Option.none() });
    const answer = yield* Latch.make();
    for (const { id } of [wallet, slow]) yield* arm(id);
    yield* TestClock.adjust(4_900);
    fail({ kind: "held", until: answer.await }, { kind: "late", ms: 5_000 });
    const store = yield* OrderStore;
    const add: typeof store.add = (added) => Effect.delay(store.add(added), 1_500);
    const slowly = Effect.provideService(another(slow.id), OrderStore, { ...store, add });
    for (const place of [another(wallet.id), another(wallet.id), slowly]) {
      yield* Effect.forkChild(Effect.ignore(place), { startImmediately: true });
      yield* TestClock.adjust(1);
    }
    yield* TestClock.adjust(6_097);
    yield* answer.open;
    yield* stored;
    expect(exchange.receivedOrders).toHaveLength(5);
    for (const { orderId, address } of exchange.receivedOrders) {
      const walletId = address === slow.address ? slow.id : wallet.id;
      expect((yield* storedAs({ walletId, orderId })).order.state).toMatchObject(BY_GUARD);
    }
  }));
