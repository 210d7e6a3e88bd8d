/**
 * Port: accounts and their API keys. Keys are stored as hashes only.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { Account, ApiKey, KeyHolder } from "../access/mod.ts";
import type { StoreFailed } from "./store_failure.ts";

/** Stores accounts and keys. Hashes are the SHA-256 of a key's text, in lower-case hex. */
export class AccountStore extends Context.Service<AccountStore, {
  /** Adds an account unless its e-mail address has one, and returns the stored account. */
  readonly addAccount: (account: Account) => Effect.Effect<Account, StoreFailed>;

  readonly findAccount: (email: string) => Effect.Effect<Option.Option<Account>, StoreFailed>;

  /** Whether any account exists. */
  readonly hasAccounts: Effect.Effect<boolean, StoreFailed>;

  /** Adds a key to a stored account unless its hash is stored already; returns the stored key. */
  readonly addKey: (key: ApiKey, sha256: string) => Effect.Effect<ApiKey, StoreFailed>;

  /** Finds the key with this hash, revoked or not, and its account. */
  readonly findKey: (sha256: string) => Effect.Effect<Option.Option<KeyHolder>, StoreFailed>;

  /** Lists an account's keys, oldest first. */
  readonly keysOf: (accountId: string) => Effect.Effect<ReadonlyArray<ApiKey>, StoreFailed>;

  /** Lists the keys whose stored prefix matches this text, oldest first. */
  readonly keysByPrefix: (prefix: string) => Effect.Effect<ReadonlyArray<KeyHolder>, StoreFailed>;

  /** Revokes a key. A key that is already revoked keeps its first revocation time. */
  readonly revokeKey: (id: string, atMs: number) => Effect.Effect<void, StoreFailed>;

  /** Records that a key was used. An instant before the recorded one changes nothing. */
  readonly recordUse: (id: string, atMs: number) => Effect.Effect<void, StoreFailed>;
}>()("core/port/AccountStore") {}
