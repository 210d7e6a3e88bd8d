/**
 * A process that stores orders in an embedded store, prints which are stored and noted, and is then
 * killed.
 *
 * `bun order_writer.ts <dataDir>` prints `account <id>`, and then `added <key>` and `noted <key>`
 * for one order after the other.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { layerAccountStore } from "../../../adapters/postgres/account_store.ts";
import { layerMigrated } from "../../../adapters/postgres/migrate.ts";
import { layerOrderStore } from "../../../adapters/postgres/order_store.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/sql_embedded.ts";
import { layerWalletStore } from "../../../adapters/postgres/wallet_store.ts";
import { AccountStore, OrderStore, WalletStore } from "../../../core/port/mod.ts";
import { newAccount } from "../../contract/account_store_contract.ts";
import { finalAs, keyOf, newOrder, REFUSED } from "../../contract/order_fixture.ts";
import { newSecrets, newWallet } from "../../contract/new_wallet.ts";

const [dataDir = ""] = Bun.argv.slice(2);
const sql = layerMigrated(layerSqlEmbedded({ dataDir, schema: "strikeline" }));
const stores = Layer.mergeAll(layerOrderStore, layerWalletStore, layerAccountStore);

const write = Effect.gen(function* () {
  const store = yield* OrderStore;
  const account = yield* AccountStore.use(({ addAccount }) => addAccount(newAccount()));
  const wallet = newWallet(account.id);
  yield* WalletStore.use(({ add }) => add({ wallet, secrets: newSecrets() }));
  process.stdout.write(`account ${account.id}\n`);
  const owner = { accountId: account.id, walletId: wallet.id };
  for (;;) {
    const added = newOrder(owner, { body: "f".repeat(1_500), dayMaxE6: 10n ** 18n });
    const { id, state } = added.order;
    yield* store.add(added);
    process.stdout.write(`added ${keyOf(added.order)}\n`);
    const final = finalAs(REFUSED, state.orderId);
    yield* store.note({ id, state: final, latencyMs: Option.some(1), lookUpAtMs: 0 });
    process.stdout.write(`noted ${keyOf(added.order)}\n`);
  }
});

await Effect.runPromise(Effect.provide(write, Layer.provide(stores, sql)));
