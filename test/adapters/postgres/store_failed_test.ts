import { expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { layerAccountStore } from "../../../adapters/postgres/store/account_store.ts";
import { layerGameStore } from "../../../adapters/postgres/store/game_store.ts";
import { layerOrderStore } from "../../../adapters/postgres/store/order_store.ts";
import { layerSignInStore } from "../../../adapters/postgres/store/sign_in_store.ts";
import { Sql, SqlFailed } from "../../../adapters/postgres/engine/sql.ts";
import { layerTargetStore } from "../../../adapters/postgres/store/target_store.ts";
import { layerWalletStore } from "../../../adapters/postgres/store/wallet_store.ts";
import { AccountStore } from "../../../core/port/account_store.ts";
import { GameStore } from "../../../core/port/game_store.ts";
import { OrderStore } from "../../../core/port/order_store.ts";
import { SignInStore } from "../../../core/port/sign_in_store.ts";
import { StoreFailed } from "../../../core/port/store_failure.ts";
import { TargetStore } from "../../../core/port/target_store.ts";
import { WalletStore } from "../../../core/port/wallet_store.ts";
import { newAccount } from "../../contract/account_store_contract.ts";
import { changesOf } from "../../contract/game_fixture.ts";
import { newOrder } from "../../contract/order_fixture.ts";

const gone = Effect.fail(new SqlFailed({ cause: "gone" }));
const stores = Layer.mergeAll(
  layerAccountStore,
  layerGameStore,
  layerOrderStore,
  layerSignInStore,
  layerTargetStore,
  layerWalletStore,
).pipe(Layer.provide(Layer.mock(Sql, {
  schema: "none",
  isShared: true,
  process: "test",
  query: () => gone,
  transaction: () => gone,
  ping: gone,
})));

type Stores = Layer.Success<typeof stores>;

// That every operation fails so is in its type: here are a statement, a transaction and a ping.
test.each<[operation: string, asked: Effect.Effect<unknown, StoreFailed, Stores>]>([
  ["find an API key", AccountStore.use((store) => store.findKey("s", 0))],
  ["store games", GameStore.use((store) => store.write(changesOf({})))],
  [
    "store an order",
    OrderStore.use((store) => store.add(newOrder({ accountId: "a", walletId: "w" }))),
  ],
  [
    "store an account",
    SignInStore.use((store) =>
      store.register({ account: newAccount(), passwordHash: "h", mustBeFirst: true })
    ),
  ],
  ["use the store", TargetStore.use((store) => store.ping)],
  ["find wallets", WalletStore.use((store) => store.notSealedUnder("k"))],
])("a store whose database does not answer says that it cannot %s", async (operation, asked) => {
  const failure = await Effect.runPromise(Effect.provide(Effect.flip(asked), stores));
  expect(failure).toBeInstanceOf(StoreFailed);
  expect(failure.message).toBe(`Cannot ${operation}: the store did not answer`);
});
