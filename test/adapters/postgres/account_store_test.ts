import { describe, expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { layerAccountStore } from "../../../adapters/postgres/account_store.ts";
import { Sql, SqlFailed } from "../../../adapters/postgres/sql.ts";
import { AccountStore, StoreFailed } from "../../../core/port/mod.ts";
import {
  accountStoreContract,
  newAccount,
  newKey,
  newSha256,
} from "../../contract/account_store_contract.ts";
import { describeOn, migratedSqls } from "./migrated_sql.ts";

for (const world of migratedSqls()) {
  accountStoreContract({ ...world, layer: Layer.provide(layerAccountStore, world.layer) });

  describeOn(world, {
    what: "accounts",
    stores: layerAccountStore,
    tests: (run) => {
      test("are guarded by the tables themselves", async () => {
        const refusal = (text: string) => run(Sql.use((sql) => Effect.flip(sql.query(text))));
        const account = await run(
          AccountStore.use(({ addAccount }) => addAccount(newAccount())),
        );
        const key = (sha256: string, scopes: string, accountId = account.id) => `
        insert into api_keys (id, account_id, sha256, prefix, last_four, scopes, created_ms)
        values ('${crypto.randomUUID()}', '${accountId}', '${sha256}', 'sk', 'x', '${scopes}', 1)
      `;
        const statements = [
          `insert into accounts values ('1', '${account.email}', 1)`,
          "insert into accounts values ('2', 'Someone@example.com', 1)",
          `delete from accounts where id = '${account.id}'`,
          key(newSha256().toUpperCase().replace(/.$/, "A"), "{read}"),
          key("abc", "{read}"),
          key(newSha256(), "{read,root}"),
          key(newSha256(), "{read}", crypto.randomUUID()),
        ];
        await run(
          AccountStore.use(({ addKey }) => addKey(newKey(account.id), newSha256())),
        );
        for (const statement of statements) {
          expect((await refusal(statement)).message).toContain("constraint");
        }
      });

      test("are asked for a key by an index", async () => {
        const plan = await run(
          Sql.use((sql) =>
            sql.transaction((inside) =>
              inside.script("set local enable_seqscan = off").pipe(
                Effect.andThen(inside.query("explain select 1 from api_keys where sha256 = 'x'")),
              )
            )
          ),
        );
        expect(JSON.stringify(plan)).toContain("api_keys_sha256_key");
      });
    },
  });
}

describe("account store in PostgreSQL", () => {
  const failing = Layer.mock(Sql, {
    schema: "none",
    isShared: true,
    process: "test",
    query: () => Effect.fail(new SqlFailed({ cause: "gone" })),
    transaction: () => Effect.fail(new SqlFailed({ cause: "gone" })),
  });

  test("fails as StoreFailed, names what could not be done, and no value", async () => {
    const [account, key] = [newAccount(), newKey("a")];
    const failures = await Effect.runPromise(
      AccountStore.use((store) => {
        const asked = [
          store.addAccount(account),
          store.findAccount(account.email),
          store.addKey(key, newSha256()),
          store.findKey(newSha256(), 0),
          store.keysOf(key.accountId),
          store.keysByPrefix(key.prefix),
          store.revokeKey(key.id, 1),
          store.recordUse(key.id, 1),
        ];
        return Effect.all(asked.map((effect) => Effect.flip(Effect.asVoid(effect))));
      }).pipe(Effect.provide(Layer.provide(layerAccountStore, failing))),
    );
    expect(failures.every((failure) => failure instanceof StoreFailed)).toBe(true);
    expect(failures.map((failure) => "operation" in failure ? failure.operation : failure._tag))
      .toEqual([
        "store an account",
        "find an account",
        "store an API key",
        "find an API key",
        "find API keys",
        "find API keys",
        "revoke an API key",
        "note that an API key was used",
      ]);
  });
});
