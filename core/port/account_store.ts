/**
 * Port: accounts and their API keys, of which only hashes are kept.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { Account, ApiKey, KeyHolder } from "../access/mod.ts";
import type { StoreFailed } from "./store_failure.ts";

/** Keeps accounts and keys. Hashes are SHA-256 of a key's text, in lower-case hex. */
export class AccountStore extends Context.Service<AccountStore, {
  /** Adds an account and gives what is stored under its e-mail address: it, or the one before. */
  readonly addAccount: (account: Account) => Effect.Effect<Account, StoreFailed>;

  readonly findAccount: (email: string) => Effect.Effect<Option.Option<Account>, StoreFailed>;

  /** Whether anybody has an account. */
  readonly hasAccounts: Effect.Effect<boolean, StoreFailed>;

  /** Adds a key of a stored account; gives what is stored under its hash: it, or the one before. */
  readonly addKey: (key: ApiKey, sha256: string) => Effect.Effect<ApiKey, StoreFailed>;

  /** The key with this hash, revoked or not, and whose it is. */
  readonly findKey: (sha256: string) => Effect.Effect<Option.Option<KeyHolder>, StoreFailed>;

  /** An account's keys, oldest first. */
  readonly keysOf: (accountId: string) => Effect.Effect<ReadonlyArray<ApiKey>, StoreFailed>;

  /** Every key that begins with this text, as far as prefixes are kept; oldest first. */
  readonly keysByPrefix: (prefix: string) => Effect.Effect<ReadonlyArray<KeyHolder>, StoreFailed>;

  /** Revokes a key. One that is revoked stays so since it was first. */
  readonly revokeKey: (id: string, atMs: number) => Effect.Effect<void, StoreFailed>;

  /** Notes that a key was used. An earlier instant than the one noted changes nothing. */
  readonly noteUse: (id: string, atMs: number) => Effect.Effect<void, StoreFailed>;
}>()("core/port/AccountStore") {}
