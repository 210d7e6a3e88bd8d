import { describe, expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { layerAccountStore } from "../../../adapters/postgres/account_store.ts";
import { migrate } from "../../../adapters/postgres/migrate.ts";
import { OWN_MIGRATIONS } from "../../../adapters/postgres/own_migrations.ts";
import { Sql } from "../../../adapters/postgres/sql.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/sql_embedded.ts";
import { layerWalletStore } from "../../../adapters/postgres/wallet_store.ts";
import { missingFor, missingOf } from "../../../core/order/mod.ts";
import { AccountStore, WalletStore } from "../../../core/port/mod.ts";
import { newAccount } from "../../contract/account_store_contract.ts";
import { withReason } from "../../skip_reason.ts";
import { layerFreshSchema, serverSkip } from "./fresh_schema.ts";

const TIMEOUT_MS = 400_000;
const MIGRATION = "0008_wallet_rights.sql";

const worlds: ReadonlyArray<{
  readonly name: string;
  readonly layer: Layer.Layer<Sql, unknown>;
  readonly skip?: string;
}> = [
  {
    name: "embedded PostgreSQL",
    layer: layerSqlEmbedded({ dataDir: "memory://", schema: "strikeline_test" }),
  },
  { name: "PostgreSQL server", layer: layerFreshSchema(), ...serverSkip },
];

/** A wallet of before, as that version has written it. */
const walletOf = (accountId: string, isReady: boolean) => ({
  id: crypto.randomUUID(),
  text: (id: string) => `
    insert into wallets (
      id, account_id, address, funder, signature_type, clob_api_key, are_allowances_ready,
      created_ms, signing_key_id, signing_box
    ) values (
      '${id}', '${accountId}', '0x${"a".repeat(40)}', '0x${
    isReady ? "b".repeat(40) : "c".repeat(40)
  }',
      1, 'key', ${isReady}, 1, 'k', 'b'
    )`,
});

/** Wallets with and without the flag, as they are read after the migration. */
const migratedWallets = Effect.gen(function* () {
  yield* migrate(OWN_MIGRATIONS.filter(({ name }) => name < MIGRATION));
  const account = yield* AccountStore.use(({ addAccount }) => addAccount(newAccount()));
  const sql = yield* Sql;
  for (const isReady of [true, false]) {
    const { id, text } = walletOf(account.id, isReady);
    yield* sql.query(text(id));
  }
  yield* migrate(OWN_MIGRATIONS);
  const wallets = yield* WalletStore.use(({ ofAccount }) => ofAccount(account.id));
  return [true, false].map((isReady) =>
    wallets.find(({ funder }) => funder.endsWith(isReady ? "b" : "c"))
  );
});

describe("the flag that all approvals are given", () => {
  for (const { name, layer, skip } of worlds) {
    test.skipIf(skip !== undefined)(
      withReason(`becomes every right of V1, and no other: ${name}`, skip),
      async () => {
        const stores = Layer.provideMerge(Layer.merge(layerWalletStore, layerAccountStore), layer);
        const [ready, unready] = await Effect.runPromise(
          Effect.scoped(Effect.provide(migratedWallets, stores)),
        );
        if (ready === undefined || unready === undefined) throw new Error("wallets are gone");
        expect(missingOf(ready)).toEqual([]);
        for (const side of ["BUY", "SELL"] as const) {
          for (const kind of ["v1", "v1_neg_risk"] as const) {
            expect(missingFor(ready.rights, { kind, side })).toEqual([]);
          }
          expect(missingFor(ready.rights, { kind: "v2", side })).toMatchObject([
            { isKnown: false },
          ]);
        }
        expect(unready.rights).toEqual(new Map());
      },
      TIMEOUT_MS,
    );
  }
});
