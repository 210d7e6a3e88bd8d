/**
 * Port: accounts and their API keys. Keys are stored as hashes only.
 *
 * @module
 */
import { Context, type Effect, type Option, Schema } from "effect";
import { type Account, type ApiKey, type KeyHolder, KEYS_MAX } from "../access/mod.ts";
import type { StoreFailed } from "./store_failure.ts";

/** An account has as many keys as it may have. */
export class KeysTooMany extends Schema.TaggedError<KeysTooMany>()("KeysTooMany", {}) {
  override get message(): string {
    return `Cannot issue another API key: the account has ${KEYS_MAX} that are not revoked`;
  }
}

/** Stores accounts and keys. Hashes are the SHA-256 of a key's text, in lower-case hex. */
export class AccountStore extends Context.Service<AccountStore, {
  /** Adds an account unless its e-mail address has one, and returns the stored account. */
  readonly addAccount: (account: Account) => Effect.Effect<Account, StoreFailed>;

  readonly findAccount: (email: string) => Effect.Effect<Option.Option<Account>, StoreFailed>;

  /** Returns the oldest account; of several of one instant, that with the least id. */
  readonly firstAccount: Effect.Effect<Option.Option<Account>, StoreFailed>;

  /**
   * Adds a key to a stored account unless its hash is stored already; returns the stored key.
   * Refuses one beyond {@linkcode KEYS_MAX}, of which revoked keys and those of sessions are none.
   */
  readonly addKey: (
    key: ApiKey,
    sha256: string,
  ) => Effect.Effect<ApiKey, StoreFailed | KeysTooMany>;

  /**
   * Finds the key with this hash, revoked or not, and its account. The key of a session is found
   * while that lasts; `atMs` is machine time.
   */
  readonly findKey: (
    sha256: string,
    atMs: number,
  ) => Effect.Effect<Option.Option<KeyHolder>, StoreFailed>;

  /**
   * Lists an account's keys without those of sessions, oldest first: all that are not revoked, and
   * those that were revoked last, at most `REVOKED_KEYS_LISTED`.
   */
  readonly keysOf: (accountId: string) => Effect.Effect<ReadonlyArray<ApiKey>, StoreFailed>;

  /** Lists the keys whose stored prefix matches this text, oldest first; none of a session. */
  readonly keysByPrefix: (prefix: string) => Effect.Effect<ReadonlyArray<KeyHolder>, StoreFailed>;

  /** Revokes a key. A key that is already revoked keeps its first revocation time. */
  readonly revokeKey: (id: string, atMs: number) => Effect.Effect<void, StoreFailed>;

  /** Records that a key was used. An instant before the recorded one changes nothing. */
  readonly recordUse: (id: string, atMs: number) => Effect.Effect<void, StoreFailed>;
}>()("core/port/AccountStore") {}
