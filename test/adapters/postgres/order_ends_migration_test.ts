import { expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { migrate } from "../../../adapters/postgres/migrate.ts";
import { layerOrderStore } from "../../../adapters/postgres/order_store.ts";
import { OWN_MIGRATIONS } from "../../../adapters/postgres/own_migrations.ts";
import { layerAccountStore } from "../../../adapters/postgres/account_store.ts";
import { layerWalletStore } from "../../../adapters/postgres/wallet_store.ts";
import { Sql } from "../../../adapters/postgres/sql.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/sql_embedded.ts";
import { AccountStore, OrderStore, WalletStore } from "../../../core/port/mod.ts";
import { newAccount } from "../../contract/account_store_contract.ts";
import { newSecrets, newWallet } from "../../contract/new_wallet.ts";
import { finalAs, newOrder, REFUSED } from "../../contract/order_fixture.ts";

const MIGRATION = "0019_order_ends.sql";
const TIMEOUT_MS = 400_000;

/** Two orders of the version before, one of which it had taken for resting; what is due later. */
const dueOrders = Effect.gen(function* () {
  yield* migrate(OWN_MIGRATIONS.filter(({ name }) => name < MIGRATION));
  const { id: accountId } = yield* AccountStore.use((accounts) =>
    accounts.addAccount(newAccount())
  );
  const wallet = newWallet(accountId);
  yield* WalletStore.use(({ add }) => add({ wallet, secrets: newSecrets() }));
  const store = yield* OrderStore;
  const orders = [0, 1].map(() => newOrder({ accountId, walletId: wallet.id }));
  for (const order of orders) {
    yield* store.add(order);
    const { id, state: { orderId } } = order.order;
    const state = finalAs(REFUSED, orderId);
    yield* store.note({ id, state, latencyMs: order.order.latencyMs, lookUpAtMs: 0 });
  }
  const live = orders[0]?.order;
  yield* (yield* Sql).query(
    `update orders set settlement = 'live', refusal_reason = null, refusal_words = null
     where id = '${live?.id}'`,
  );
  yield* migrate(OWN_MIGRATIONS);
  const due = yield* store.takeDue({ nowMs: 1, untilMs: 2, limit: 9, all: false });
  return { live, due };
});

test("an order that was stored as resting is looked up again after the upgrade", async () => {
  const layer = Layer.provideMerge(
    Layer.mergeAll(layerOrderStore, layerWalletStore, layerAccountStore),
    layerSqlEmbedded({ dataDir: "memory://", schema: "strikeline_test" }),
  );
  const { live, due } = await Effect.runPromise(Effect.scoped(Effect.provide(dueOrders, layer)));
  expect(due).toMatchObject([{
    id: live?.id,
    state: { name: "unknown", orderId: live?.state.orderId, isAtVenue: true, isMatched: false },
  }]);
}, TIMEOUT_MS);
