import { describe, expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { layerAccountStore } from "../../../adapters/postgres/account_store.ts";
import { Sql, SqlFailed } from "../../../adapters/postgres/sql.ts";
import { layerWalletStore } from "../../../adapters/postgres/wallet_store.ts";
import { UNLIMITED } from "../../../core/order/mod.ts";
import { AccountStore, StoreFailed, WalletStore } from "../../../core/port/mod.ts";
import { newAccount } from "../../contract/account_store_contract.ts";
import { newAddress, newBox, newSecrets, newWallet } from "../../contract/new_wallet.ts";
import { walletStoreContract } from "../../contract/wallet_store_contract.ts";
import { ALL_RIGHTS } from "../../contract/staged_rights.ts";
import { describeOn, migratedSqls } from "./migrated_sql.ts";

const layerStores = Layer.merge(layerWalletStore, layerAccountStore);

for (const world of migratedSqls()) {
  walletStoreContract({ ...world, layer: Layer.provide(layerStores, world.layer) });

  describeOn(world, {
    what: "wallets",
    stores: layerStores,
    tests: (run) => {
      test("are guarded by the tables themselves", async () => {
        const refusal = (text: string) => run(Sql.use((sql) => Effect.flip(sql.query(text))));
        const account = await run(
          AccountStore.use(({ addAccount }) => addAccount(newAccount())),
        );
        const wallet = newWallet(account.id);
        await run(
          WalletStore.use(({ add }) => add({ wallet, secrets: newSecrets() })),
        );
        const insert = (values: string) => `
        insert into wallets (
          id, account_id, address, funder, signature_type, created_ms,
          signing_key_id, signing_box, credentials_key_id, credentials_box
        ) values ('${crypto.randomUUID()}', ${values})
      `;
        const [address, id] = [newAddress(), account.id];
        const boxes = "1, 'k', 'b', null, null";
        const statements = [
          insert(`'${id}', '${wallet.address}', '${wallet.funder}', 0, ${boxes}`),
          insert(`'${crypto.randomUUID()}', '${address}', '${address}', 0, ${boxes}`),
          insert(`'${id}', '${address}', '${address}', 4, ${boxes}`),
          insert(`'${id}', '0x12', '${address}', 0, ${boxes}`),
          insert(`'${id}', '${address}', '0x12', 0, ${boxes}`),
          insert(`'${id}', '${address}', '${address}', 0, 1, 'k', 'b', 'k', null`),
          `update wallets set order_max_e6 = 0 where id = '${wallet.id}'`,
          `update wallets set rights_given = '{a,b}', rights_lacking = '{b}'`,
          `update wallets set day_max_e6 = -1 where id = '${wallet.id}'`,
          `delete from accounts where id = '${id}'`,
        ];
        for (const statement of statements) {
          expect((await refusal(statement)).message).toContain("constraint");
        }
      });

      test("are not taken of an account that is not stored", async () => {
        const stray = { wallet: newWallet(crypto.randomUUID()), secrets: newSecrets() };
        const failure = await run(
          WalletStore.use(({ add }) => Effect.flip(add(stray))),
        );
        expect(failure).toBeInstanceOf(StoreFailed);
      });
    },
  });
}

describe("wallet store in PostgreSQL", () => {
  const failing = Layer.mock(Sql, {
    schema: "none",
    isShared: true,
    process: "test",
    query: () => Effect.fail(new SqlFailed({ cause: "gone" })),
  });

  test("fails as StoreFailed, names what could not be done, and no value", async () => {
    const [wallet, secrets] = [newWallet("a"), newSecrets()];
    const { id } = wallet;
    const found = { id, clobApiKey: "x", credentials: newBox(), rights: ALL_RIGHTS };
    const failures = await Effect.runPromise(
      WalletStore.use((store) => {
        const asked = [
          store.add({ wallet, secrets }),
          store.find(id),
          store.ofAccount("a"),
          store.provision(found),
          store.setLimits(id, UNLIMITED),
          store.notSealedUnder("k"),
          store.replaceSecrets({ id, from: secrets, to: secrets }),
        ];
        return Effect.all(asked.map((effect) => Effect.flip(Effect.asVoid(effect))));
      }).pipe(Effect.provide(Layer.provide(layerWalletStore, failing))),
    );
    expect(failures.every((failure) => failure instanceof StoreFailed)).toBe(true);
    expect(failures.map(({ operation }) => operation)).toEqual([
      "store a wallet",
      "find a wallet",
      "find wallets",
      "provision a wallet",
      "set a wallet's limits",
      "find wallets",
      "replace a wallet's secrets",
    ]);
  });
});
