import { describe, expect, test } from "bun:test";
import { Effect, Fiber, Latch, Option } from "effect";
import { TestClock } from "effect/testing";
import { GuardStore } from "../../../../core/port/guard_store.ts";
import { EVERY_LEASE, Leases } from "../../../../core/port/leases.ts";
import {
  keepGuards,
  openOrders,
  placeOrder,
  setGuard,
  showGuard,
} from "../../../../core/use_case/order/mod.ts";
import { conditionOf } from "../../../condition.ts";
import { NOON_MS } from "../../../contract/order_fixture.ts";
import { layerMemoryJobWatch } from "../../../memory/job_watch.ts";
import { limitCommand } from "../../../stage/order_command.ts";
import { addWallet } from "../../../stage/order_world.ts";
import { atNoon, restOne, stored, storedAs } from "./rested_orders.ts";

const job = Effect.provideService(
  Effect.provide(keepGuards, layerMemoryJobWatch),
  Leases,
  EVERY_LEASE,
);
const guard = (walletId: string, seconds: number) =>
  setGuard({
    walletId,
    accountId: "a",
    seconds: Option.filter(Option.some(seconds), (sec) => sec > 0),
  });
/** How the guard stands: the milliseconds after noon when it fires, and when it fired. */
const standing = Effect.fnUntraced(function* (walletId: string) {
  const { armed, firedMs } = yield* showGuard({ walletId, accountId: "a" });
  return {
    firesMs: Option.getOrNull(Option.map(armed, ({ firesMs }) => firesMs - NOON_MS)),
    firedMs: Option.getOrNull(Option.map(firedMs, (ms) => ms - NOON_MS)),
  };
});
const anotherOf = (walletId: string) =>
  Effect.map(
    placeOrder(limitCommand(walletId, { idempotency: Option.none() })),
    ({ order: { state: { orderId } } }) => ({ walletId, orderId }),
  );
/** The venue's first page of a wallet's open orders, of those that were put there. */
const listed = Effect.fnUntraced(function* (walletId: string) {
  const filter = { conditionId: Option.none(), tokenId: Option.none() };
  const claim = { walletId, accountId: "a", orderId: Option.none(), cursor: Option.none() };
  return (yield* openOrders({ ...claim, filter })).orders.map(({ orderId }) => orderId);
});
const ELSEWHERE = { conditionId: conditionOf(1), tokenId: "11" };
const BY_GUARD = { name: "final", outcome: { kind: "canceled", cause: "guard" } };

describe("a guard", () => {
  test("cancels what rests at its time and not before, and is disarmed then", () =>
    atNoon(function* () {
      yield* Effect.forkScoped(job);
      // This has taken 100 ms.
      const { claim, wallet } = yield* restOne();
      const second = yield* anotherOf(wallet.id);
      const unguarded = yield* addWallet("a");
      const kept = yield* anotherOf(unguarded.id);
      yield* guard(wallet.id, 5);
      yield* TestClock.adjust(4_999);
      expect((yield* storedAs(claim)).state).toBe("live");
      expect(yield* standing(wallet.id)).toEqual({ firesMs: 5_100, firedMs: null });
      yield* TestClock.adjust(1);
      for (const each of [claim, second]) {
        expect((yield* storedAs(each)).order.state).toMatchObject(BY_GUARD);
      }
      expect((yield* storedAs(kept)).state).toBe("live");
      expect(yield* standing(wallet.id)).toEqual({ firesMs: null, firedMs: 5_100 });
    }));

  test("that is renewed or disarmed in time cancels nothing", () =>
    atNoon(function* () {
      yield* Effect.forkScoped(job);
      const { claim, wallet } = yield* restOne();
      for (let renewals = 0; renewals < 5; renewals++) {
        yield* guard(wallet.id, 5);
        yield* TestClock.adjust(4_999);
      }
      yield* guard(wallet.id, 0);
      yield* TestClock.adjust(60_000);
      expect((yield* storedAs(claim)).state).toBe("live");
      expect(yield* standing(wallet.id)).toEqual({ firesMs: null, firedMs: null });
    }));

  test("that has fired touches nothing that is placed later, and can be armed anew", () =>
    atNoon(function* ({ open }) {
      yield* Effect.forkScoped(job);
      const { claim, wallet } = yield* restOne();
      yield* guard(wallet.id, 5);
      yield* TestClock.adjust(5_001);
      const later = yield* anotherOf(wallet.id);
      // As the venue lists it.
      open.put({ address: wallet.address, orderId: later.orderId, ...ELSEWHERE });
      yield* TestClock.adjust(60_000);
      expect((yield* storedAs(claim)).state).toBe("canceled");
      expect((yield* storedAs(later)).state).toBe("live");
      yield* guard(wallet.id, 5);
      yield* TestClock.adjust(5_000);
      expect((yield* storedAs(later)).order.state).toMatchObject(BY_GUARD);
      expect((yield* standing(wallet.id)).firedMs).toBe(70_101);
    }));

  test("fires after a restart and at another replica, which goes on with it", () =>
    atNoon(function* ({ setDown }) {
      const first = yield* Effect.forkScoped(job);
      const { claim, wallet } = yield* restOne();
      yield* guard(wallet.id, 5);
      setDown(true);
      yield* TestClock.adjust(5_500);
      yield* Fiber.interrupt(first);
      setDown(false);
      yield* TestClock.adjust(60_000);
      expect((yield* storedAs(claim)).state).toBe("live");
      yield* Effect.forkScoped(job);
      yield* TestClock.adjust(1);
      expect((yield* storedAs(claim)).order.state).toMatchObject(BY_GUARD);
      expect((yield* standing(wallet.id)).firedMs).toBe(5_100);
    }));

  test("cancels once more until it is certain, and is finished then", () =>
    atNoon(function* ({ setDown }) {
      yield* Effect.forkScoped(job);
      const { claim, wallet } = yield* restOne();
      yield* guard(wallet.id, 5);
      setDown(true);
      yield* TestClock.adjust(60_000);
      expect((yield* storedAs(claim)).state).toBe("live");
      setDown(false);
      yield* TestClock.adjust(1_000);
      expect((yield* storedAs(claim)).state).toBe("canceled");
      yield* TestClock.adjust(5_000);
      const question = { nowMs: NOON_MS + 100_000, againMs: NOON_MS + 100_000, limit: 9 };
      expect((yield* (yield* GuardStore).takeFired(question)).fired).toEqual([]);
    }));

  test("ends an order whose sending is not answered, and one that arrives late", () =>
    atNoon(function* ({ fail, exchange }) {
      yield* Effect.forkScoped(job);
      const { id: walletId } = yield* addWallet("a");
      const answer = yield* Latch.make();
      yield* guard(walletId, 5);
      yield* TestClock.adjust(4_900);
      fail({ kind: "held", until: answer.await }, { kind: "late", ms: 3_000 });
      for (let orders = 0; orders < 2; orders++) {
        yield* Effect.forkChild(Effect.ignore(anotherOf(walletId)), { startImmediately: true });
        yield* TestClock.adjust(1);
      }
      yield* TestClock.adjust(99);
      expect(exchange.receivedOrders).toHaveLength(1);
      yield* TestClock.adjust(4_000);
      yield* answer.open;
      yield* stored;
      expect(exchange.receivedOrders).toHaveLength(2);
      for (const { orderId } of exchange.receivedOrders) {
        expect((yield* storedAs({ walletId, orderId })).order.state).toMatchObject(BY_GUARD);
      }
    }));

  test("cancels what was placed elsewhere with the wallet's API key, and not what came later", () =>
    atNoon(function* ({ open }) {
      yield* Effect.forkScoped(job);
      const { id, address } = yield* addWallet("a");
      const noonSec = NOON_MS / 1000;
      const created = { "0x01": {}, "0x02": { createdSec: noonSec + 5 }, "0x03": {} };
      for (const [orderId, when] of Object.entries(created)) {
        open.put({ address, orderId, ...ELSEWHERE, ...when });
      }
      yield* guard(id, 5);
      yield* TestClock.adjust(4_999);
      expect(yield* listed(id)).toEqual(["0x01", "0x02"]);
      yield* TestClock.adjust(1);
      open.put({ address, orderId: "0x04", ...ELSEWHERE, createdSec: noonSec + 6 });
      yield* TestClock.adjust(10_000);
      expect(yield* listed(id)).toEqual(["0x04"]);
    }));

  test("is refused where the wallet is another account's or not provisioned", () =>
    atNoon(function* () {
      const { id: other } = yield* addWallet("b");
      const { id: unready } = yield* addWallet("a", { clobApiKey: Option.none() });
      expect(yield* Effect.flip(guard(other, 5))).toMatchObject({ _tag: "WalletForbidden" });
      expect(yield* Effect.flip(standing(other))).toMatchObject({ _tag: "WalletForbidden" });
      expect(yield* Effect.flip(guard(unready, 5))).toMatchObject({ _tag: "WalletNotReady" });
      yield* guard(unready, 0);
    }));
});
