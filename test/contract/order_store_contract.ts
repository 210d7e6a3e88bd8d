/**
 * The contract that every adapter of the `OrderStore` port must meet.
 *
 * @module
 */
import { afterAll, beforeAll, describe } from "bun:test";
import { Effect, type Layer, ManagedRuntime } from "effect";
import { AccountStore, OrderStore, WalletStore } from "../../core/port/mod.ts";
import { newAccount } from "./account_store_contract.ts";
import { dueOrdersContract } from "./due_orders_contract.ts";
import { idempotencyContract } from "./idempotency_contract.ts";
import { notedOrdersContract } from "./noted_orders_contract.ts";
import { keyReservationContract } from "./key_reservation_contract.ts";
import type { StagedStores } from "./order_fixture.ts";
import { orderListingContract } from "./order_listing_contract.ts";
import { spendingContract } from "./spending_contract.ts";
import { newSecrets, newWallet } from "./new_wallet.ts";

type Stores = OrderStore | WalletStore | AccountStore;

/** The world of a contract test. `skip`: why it cannot run here. */
export interface OrderStoreWorld {
  readonly name: string;
  /** Empty when it is built. The orders' wallets are written to the store next to it. */
  readonly layer: Layer.Layer<Stores, unknown>;
  /** Opens the same store as another process, if possible. */
  readonly replica?: Layer.Layer<OrderStore, unknown>;
  readonly skip?: string;
}

/** Opening a store for the first time creates it, which takes seconds. */
const OPEN_TIMEOUT_MS = 300_000;

/** Declares the contract's tests for one adapter. */
export function orderStoreContract(world: OrderStoreWorld): void {
  const suite = world.skip === undefined ? describe : describe.skip;
  suite(`OrderStore contract: ${world.name}${world.skip ? ` (${world.skip})` : ""}`, () => {
    const runtime = ManagedRuntime.make(world.layer);
    const replica = world.replica === undefined ? undefined : ManagedRuntime.make(world.replica);
    let staged: StagedStores;
    beforeAll(async () => {
      const add = AccountStore.use(({ addAccount }) => addAccount(newAccount()));
      const accountId = (await runtime.runPromise(add)).id;
      staged = {
        accountId,
        otherAccountId: (await runtime.runPromise(add)).id,
        stores: [
          await runtime.runPromise(OrderStore),
          ...replica === undefined ? [] : [await replica.runPromise(OrderStore)],
        ],
        newWalletId: async () => {
          const wallet = newWallet(accountId);
          const added = WalletStore.use((store) => store.add({ wallet, secrets: newSecrets() }));
          return (await runtime.runPromise(added)).wallet.id;
        },
        run: (effect) => Effect.runPromise(effect),
      };
    }, OPEN_TIMEOUT_MS);
    afterAll(async () => {
      await replica?.dispose();
      await runtime.dispose();
    }, OPEN_TIMEOUT_MS);

    idempotencyContract(() => staged);
    keyReservationContract(() => staged);
    notedOrdersContract(() => staged);
    dueOrdersContract(() => staged);
    spendingContract(() => staged);
    orderListingContract(() => staged);
  });
}
