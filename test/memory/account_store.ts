/**
 * Accounts and API keys in memory: for tests, and the reference implementation of the port.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import {
  type Account,
  type ApiKey,
  type KeyHolder,
  KEYS_MAX,
  REVOKED_KEYS_LISTED,
} from "../../core/access/mod.ts";
import { AccountStore, KeysTooMany } from "../../core/port/account_store.ts";
import { StoreFailed } from "../../core/port/store_failure.ts";

/** Empty at the start of its scope; discarded at its end. */
export const layerMemoryAccountStore: Layer.Layer<AccountStore> = Layer.sync(AccountStore, () => {
  /** By id, with indexes for other lookups. */
  const accounts = new Map<string, Account>();
  const keys = new Map<string, ApiKey>();
  const accountIdByEmail = new Map<string, string>();
  const keyIdBySha256 = new Map<string, string>();

  const holderOf = (key: ApiKey): ReadonlyArray<KeyHolder> => {
    const account = accounts.get(key.accountId);
    return account === undefined ? [] : [{ key, account }];
  };
  const keysWhere = (matches: (key: ApiKey) => boolean) =>
    [...keys.values()].filter((key) => Option.isNone(key.sessionId) && matches(key)).sort((a, b) =>
      a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1)
    );
  const change = (id: string, changed: (key: ApiKey) => ApiKey) =>
    Effect.sync(() => {
      const key = keys.get(id);
      if (key !== undefined) keys.set(id, changed(key));
    });

  return AccountStore.of({
    addAccount: (account) =>
      Effect.suspend(() => {
        const known = accounts.get(accountIdByEmail.get(account.email) ?? "");
        if (known !== undefined) return Effect.succeed(known);
        if (accounts.has(account.id)) return refused("store an account", "its id is taken");
        accounts.set(account.id, account);
        accountIdByEmail.set(account.email, account.id);
        return Effect.succeed(account);
      }),
    findAccount: (email) =>
      Effect.sync(() => Option.fromUndefinedOr(accounts.get(accountIdByEmail.get(email) ?? ""))),
    firstAccount: Effect.sync(() =>
      Option.fromUndefinedOr(
        [...accounts.values()].toSorted((one, other) =>
          one.createdMs - other.createdMs || (one.id < other.id ? -1 : 1)
        )[0],
      )
    ),
    addKey: (key, sha256) =>
      Effect.suspend((): Effect.Effect<ApiKey, StoreFailed | KeysTooMany> => {
        const known = keys.get(keyIdBySha256.get(sha256) ?? "");
        if (known !== undefined) return Effect.succeed(known);
        if (keys.has(key.id)) return refused("store an API key", "its id is taken");
        if (!accounts.has(key.accountId)) return refused("store an API key", "no such account");
        const valid = keysWhere((other) =>
          other.accountId === key.accountId && Option.isNone(other.revokedMs)
        );
        if (valid.length >= KEYS_MAX) return Effect.fail(new KeysTooMany());
        keys.set(key.id, key);
        keyIdBySha256.set(sha256, key.id);
        return Effect.succeed(key);
      }),
    findKey: (sha256) =>
      Effect.sync(() => {
        const key = Option.fromUndefinedOr(keys.get(keyIdBySha256.get(sha256) ?? ""));
        return Option.flatMap(key, (key) => Option.fromUndefinedOr(holderOf(key)[0]));
      }),
    keysOf: (accountId) =>
      Effect.sync(() => {
        const own = keysWhere((key) => key.accountId === accountId);
        const revoked = own.filter(({ revokedMs }) => Option.isSome(revokedMs)).sort((a, b) =>
          revokedAt(b) - revokedAt(a) || (a.id < b.id ? 1 : -1)
        );
        const left = new Set(revoked.slice(REVOKED_KEYS_LISTED));
        return own.filter((key) => !left.has(key));
      }),
    keysByPrefix: (prefix) =>
      Effect.sync(() =>
        keysWhere((key) => key.prefix.startsWith(prefix.slice(0, key.prefix.length)))
          .flatMap(holderOf)
      ),
    revokeKey: (id, atMs) =>
      change(id, (key) => ({
        ...key,
        revokedMs: Option.orElse(key.revokedMs, () => Option.some(atMs)),
      })),
    recordUse: (id, atMs) =>
      change(id, (key) => ({
        ...key,
        lastUsedMs: Option.some(Math.max(atMs, Option.getOrElse(key.lastUsedMs, () => atMs))),
      })),
  });
});

function refused(operation: string, reason: string): Effect.Effect<never, StoreFailed> {
  return Effect.fail(new StoreFailed({ operation, cause: new Error(reason) }));
}

function revokedAt({ revokedMs }: ApiKey): number {
  return Option.getOrElse(revokedMs, () => 0);
}
