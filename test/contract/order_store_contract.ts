/** The contract that every adapter of the `OrderStore` port must meet. @module */
import { beforeAll } from "bun:test";
import { Effect } from "effect";
import { AccountStore } from "../../core/port/account_store.ts";
import { FillStore } from "../../core/port/fill_store.ts";
import { OrderStore } from "../../core/port/order_store.ts";
import { WalletFrames } from "../../core/port/wallet_frames.ts";
import { WalletStore } from "../../core/port/wallet_store.ts";
import { newAccount } from "./account_store_contract.ts";
import { fillsContract } from "./fills_contract.ts";
import { dueOrdersContract } from "./due_orders_contract.ts";
import { idempotencyContract } from "./idempotency_contract.ts";
import { notedOrdersContract } from "./noted_orders_contract.ts";
import { idempotencyReservationContract } from "./idempotency_reservation_contract.ts";
import type { StagedStores } from "./order_fixture.ts";
import { orderListingContract } from "./order_listing_contract.ts";
import { restingOrdersContract } from "./resting_orders_contract.ts";
import { spendingContract } from "./spending_contract.ts";
import { newSecrets, newWallet } from "./new_wallet.ts";
import { walletFramesContract } from "./wallet_frames_contract.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";

type Stores = OrderStore | FillStore | WalletFrames | WalletStore | AccountStore;

/** Declares the contract's tests. The orders' wallets are written to the store next to it. */
export function orderStoreContract(world: StoreWorld<Stores, OrderStore>): void {
  describeStore("the order store", world, (run, runInReplica) => {
    let staged: StagedStores;
    let fills: FillStore["Service"];
    let frames: WalletFrames["Service"];
    beforeAll(async () => {
      const add = AccountStore.use(({ addAccount }) => addAccount(newAccount()));
      const [{ id: accountId }, { id: otherAccountId }] = [await run(add), await run(add)];
      const others = runInReplica === undefined ? [] : [await runInReplica(OrderStore)];
      [fills, frames] = [await run(FillStore), await run(WalletFrames)];
      staged = {
        accountId,
        otherAccountId,
        stores: [await run(OrderStore), ...others],
        newWalletId: async () => {
          const wallet = newWallet(accountId);
          await run(WalletStore.use((store) => store.add({ wallet, secrets: newSecrets() })));
          return wallet.id;
        },
        run: (effect) => Effect.runPromise(effect),
      };
    });

    idempotencyContract(() => staged);
    idempotencyReservationContract(() => staged);
    notedOrdersContract(() => staged);
    dueOrdersContract(() => staged);
    restingOrdersContract(() => staged);
    spendingContract(() => staged);
    orderListingContract(() => staged);
    fillsContract(() => staged, () => fills);
    walletFramesContract(() => staged, () => ({ fills, frames }));
  });
}
