import { expect, test } from "bun:test";
import { Effect, Layer, Option } from "effect";
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

const MIGRATION = "0019_order_ends.sql";
const TIMEOUT_MS = 400_000;

/** An order as the version before has written it, with the end that it had taken it to have. */
const orderOf = (walletId: string, end: "live" | "matched", side = "BUY") => `
  insert into orders (
    id, account_id, wallet_id, slug, outcome, token_id, condition_id, side, order_type, amount,
    is_neg_risk, body, worth_e6, order_id, state, sent_ms, settlement, is_reconciled, created_ms,
    look_up_at_ms
  ) values (
    '${end}${side}', 'a', '${walletId}', 's', 'Up', '7', '0x${
  "0".repeat(64)
}', '${side}', 'FAK', '5.009',
    false, '{}', ${
  end === "live" ? 5_000_000 : 4_990_000
}, '0x${end}${side}', 'settled', 1, '${end}',
    false, 1, 2
  )
`;

/** What is due after the migration, and the orders. */
const migratedOrders = Effect.gen(function* () {
  yield* migrate(OWN_MIGRATIONS.filter(({ name }) => name < MIGRATION));
  const { id: accountId } = yield* AccountStore.use((accounts) =>
    accounts.addAccount(newAccount())
  );
  const wallet = newWallet(accountId);
  yield* WalletStore.use(({ add }) => add({ wallet, secrets: newSecrets() }));
  const store = yield* OrderStore;
  for (const end of ["live", "matched"] as const) {
    yield* (yield* Sql).query(orderOf(wallet.id, end));
  }
  yield* (yield* Sql).query(orderOf(wallet.id, "matched", "SELL"));
  yield* migrate(OWN_MIGRATIONS);
  const due = yield* store.takeDue({ nowMs: 1, untilMs: 2, limit: 9, all: false });
  const find = (id: string) => Effect.map(store.find(id), Option.getOrThrow);
  const [live, matched, sold] = yield* Effect.all([
    find("liveBUY"),
    find("matchedBUY"),
    find("matchedSELL"),
  ]);
  return { due, live, matched, sold };
});

test("an order that was stored as resting is looked up again, and no other", async () => {
  const layer = Layer.provideMerge(
    Layer.mergeAll(layerOrderStore, layerWalletStore, layerAccountStore),
    layerSqlEmbedded({ dataDir: "memory://", schema: "strikeline_test" }),
  );
  const { due, live, matched, sold } = await Effect.runPromise(
    Effect.scoped(Effect.provide(migratedOrders, layer)),
  );
  expect(due).toEqual([live]);
  expect(live).toMatchObject({
    state: { name: "unknown", orderId: "0xliveBUY", isAtVenue: true, isMatched: false },
    loweredToE6: Option.none(),
  });
  expect(matched).toMatchObject({
    state: { name: "final", outcome: { kind: "matched" } },
    loweredToE6: Option.some(4_990_000n),
  });
  // What a SELL is worth is no number of shares.
  expect(sold.loweredToE6).toEqual(Option.none());
}, TIMEOUT_MS);
