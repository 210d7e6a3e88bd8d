import { describe, expect, test } from "bun:test";
import { Effect, Latch, Option } from "effect";
import { TestClock } from "effect/testing";
import { EVERY_LEASE, type FleetState, Leases, StoreLeases } from "../../../../core/port/leases.ts";
import { OrderStore } from "../../../../core/port/order_store.ts";
import { OrderVenue } from "../../../../core/port/order_venue.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { endOrderLives, placeOrder } from "../../../../core/use_case/order/mod.ts";
import { limitCommand } from "../../../stage/order_command.ts";
import { addWallet } from "../../../stage/order_world.ts";
import { layerMemoryJobWatch } from "../../../memory/job_watch.ts";
import { atNoon, restOne, storedAs } from "./rested_orders.ts";

/** The job of a process that shares its store with others, unless it is said to be alone. */
const jobOf = (state: FleetState) =>
  Effect.provide(endOrderLives, layerMemoryJobWatch).pipe(
    Effect.provideService(Leases, EVERY_LEASE),
    Effect.provideService(StoreLeases, { ...EVERY_LEASE, state: () => state }),
  );
const job = jobOf("shared");
const LIFE = { terms: { lifeSec: Option.some(30) } };

describe("an order with a life", () => {
  test("is canceled when that is over, and not before", () =>
    atNoon(function* () {
      yield* Effect.forkScoped(job);
      const { claim } = yield* restOne(LIFE);
      yield* TestClock.adjust(29_800);
      expect((yield* storedAs(claim)).state).toBe("live");
      yield* TestClock.adjust(200);
      expect((yield* storedAs(claim)).order.state)
        .toMatchObject({ name: "final", outcome: { kind: "canceled", cause: "life" } });
    }));

  test("is canceled after a restart, and by another replica", () =>
    atNoon(function* () {
      const { claim } = yield* restOne(LIFE);
      yield* TestClock.adjust(60_000);
      expect((yield* storedAs(claim)).state).toBe("live");
      yield* Effect.forkScoped(job);
      yield* TestClock.adjust(1);
      expect((yield* storedAs(claim)).state).toBe("canceled");
    }));

  test("is asked to be canceled once more until it is certain", () =>
    atNoon(function* ({ exchange, setDown }) {
      yield* Effect.forkScoped(job);
      const { claim } = yield* restOne(LIFE);
      setDown(true);
      yield* TestClock.adjust(33_000);
      expect((yield* storedAs(claim)).state).toBe("live");
      setDown(false);
      yield* TestClock.adjust(1_000);
      expect((yield* storedAs(claim)).state).toBe("canceled");
      expect(exchange.receivedOrders).toHaveLength(1);
    }));

  test("is not held up by a wallet whose venue hangs, which is not asked twice at once", () =>
    atNoon(function* () {
      const venue = yield* OrderVenue;
      const answer = yield* Latch.make();
      const { claim: slow, wallet: { address } } = yield* restOne(LIFE);
      const asked: Array<boolean> = [];
      const cancelIds: typeof venue.cancelIds = Effect.fnUntraced(function* (query) {
        const isSlow = query.holder.address === address;
        asked.push(isSlow);
        if (isSlow) yield* answer.await;
        return yield* venue.cancelIds(query);
      });
      yield* Effect.forkScoped(Effect.provideService(job, OrderVenue, { ...venue, cancelIds }));
      const { claim: quick } = yield* restOne({ ...LIFE, idempotency: Option.none() });
      yield* TestClock.adjust(35_000);
      expect(asked).toEqual([true, false]);
      expect((yield* storedAs(slow)).state).toBe("live");
      expect((yield* storedAs(quick)).state).toBe("canceled");
      yield* answer.open;
      yield* TestClock.adjust(1);
      expect((yield* storedAs(slow)).state).toBe("canceled");
    }));

  test("is looked for four times a second, and no more often, while the store fails", () =>
    atNoon(function* () {
      let asked = 0;
      const takeEndedLives = () =>
        Effect.suspend(() => {
          asked++;
          return Effect.fail(new StoreFailed({ operation: "take lives", cause: "staged" }));
        });
      const failing = { ...(yield* OrderStore), takeEndedLives };
      yield* Effect.forkScoped(Effect.provideService(job, OrderStore, failing));
      yield* TestClock.adjust(999);
      expect(asked).toBe(4);
    }));

  test("is looked for every 5 s where nobody else has the store, and ends in time", () =>
    atNoon(function* () {
      const store = yield* OrderStore;
      let asked = 0;
      const takeEndedLives: typeof store.takeEndedLives = (query) => {
        asked++;
        return store.takeEndedLives(query);
      };
      const counted = { ...store, takeEndedLives };
      yield* Effect.forkScoped(Effect.provideService(jobOf("off"), OrderStore, counted));
      yield* TestClock.adjust(60_000);
      asked = 0;
      yield* TestClock.adjust(60_000);
      expect(asked).toBe(12);
      const { claim } = yield* restOne(LIFE);
      yield* TestClock.adjust(29_800);
      expect((yield* storedAs(claim)).state).toBe("live");
      yield* TestClock.adjust(200);
      expect((yield* storedAs(claim)).state).toBe("canceled");
    }));

  test("that was sent without an answer lives from its sending on", () =>
    atNoon(function* ({ fail, exchange }) {
      yield* Effect.forkScoped(job);
      const { id: walletId } = yield* addWallet("a");
      fail({ kind: "lost_reply" });
      const failure = yield* Effect.flip(placeOrder(limitCommand(walletId, LIFE)));
      expect(failure).toMatchObject({ _tag: "OrderUncertain" });
      yield* TestClock.adjust(30_000);
      const orderId = exchange.receivedOrders[0]?.orderId ?? "";
      expect((yield* storedAs({ walletId, orderId })).order.state)
        .toMatchObject({ outcome: { kind: "canceled", cause: "life" } });
    }));
});
