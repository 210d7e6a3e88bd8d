import { describe, expect, test } from "bun:test";
import { Effect, Layer, Option, References } from "effect";
import { TestClock } from "effect/testing";
import { layerMemoryJobWatch } from "../../../memory/job_watch.ts";
import { layerMemoryOrderStore } from "../../../memory/order_store.ts";
import { makeStagedVenue } from "../../../memory/order_venue.ts";
import { layerMemoryWalletStore } from "../../../memory/wallet_store.ts";
import { layerNoSecretBox } from "../../../memory/secret_box.ts";
import { OrderStore } from "../../../../core/port/order_store.ts";
import { OrderVenue } from "../../../../core/port/order_venue.ts";
import { WalletStore } from "../../../../core/port/wallet_store.ts";
import { layerOrderLookups, reconcileOrders } from "../../../../core/use_case/order/mod.ts";
import { MachineTime } from "../../../../core/use_case/time/mod.ts";
import { newOrder, NOON_MS } from "../../../contract/order_fixture.ts";

describe("the orders that an earlier life of the service has left", () => {
  test("are each looked up soon, even if many others cannot be", async () => {
    const asked: string[] = [];
    const wallets = Layer.effect(
      WalletStore,
      Effect.map(WalletStore.use(Effect.succeed), (store) => ({
        ...store,
        find: (id: string) => {
          asked.push(id);
          return Effect.succeed(Option.none());
        },
      })),
    ).pipe(Layer.provide(layerMemoryWalletStore));
    const layer = Layer.mergeAll(
      wallets,
      layerMemoryOrderStore,
      layerMemoryJobWatch,
      Layer.succeed(References.MinimumLogLevel, "None"),
      layerNoSecretBox,
      Layer.succeed(OrderVenue, makeStagedVenue().venue),
      layerOrderLookups,
      Layer.succeed(MachineTime, {
        nowMs: Effect.clockWith(({ currentTimeMillis }) => currentTimeMillis),
        sleep: (ms: number) => Effect.sleep(ms),
      }),
    );
    await Effect.runPromise(
      Effect.gen(function* () {
        yield* TestClock.setTime(NOON_MS + 3_600_000);
        const store = yield* OrderStore;
        for (let order = 0; order < 120; order++) {
          const owner = { accountId: "a", walletId: `wallet ${order}` };
          yield* store.add(newOrder(owner, { createdMs: NOON_MS + order, lookUpAtMs: NOON_MS }));
        }
        yield* Effect.forkChild(reconcileOrders);
        yield* TestClock.adjust("10 seconds");
      }).pipe(Effect.scoped, Effect.provide(Layer.merge(layer, TestClock.layer()))),
    );
    expect(new Set(asked).size).toBe(120);
    // What cannot be known yet is not asked every second either.
    expect(asked.length).toBeLessThan(240);
  });
});
