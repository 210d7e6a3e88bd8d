/**
 * Issues an API key to an account.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import type { ApiKey, Scope } from "../../access/mod.ts";
import { AccountStore } from "../../port/mod.ts";
import { accountOf } from "./account_of.ts";
import { KeyCache } from "./key_cache.ts";

/** A new key without its text, which the store must never see. */
export interface NewKey {
  readonly id: string;
  readonly email: string;
  readonly scopes: ReadonlyArray<Scope>;
  /** The part of the key that identifies it in listings. */
  readonly prefix: string;
  readonly lastFour: string;
  /** The SHA-256 of its text, in lower-case hex. */
  readonly sha256: string;
}

/**
 * Stores a new key of an existing account, and returns the stored key. A service that issues it
 * accepts it immediately, even if it was tried before.
 */
export const issueKey = Effect.fn("issueKey")(function* (newKey: NewKey) {
  const store = yield* AccountStore;
  const account = yield* accountOf(newKey.email);
  const key: ApiKey = {
    id: newKey.id,
    accountId: account.id,
    prefix: newKey.prefix,
    lastFour: newKey.lastFour,
    scopes: newKey.scopes,
    createdMs: Math.floor(yield* Clock.currentTimeMillis),
    lastUsedMs: Option.none(),
    revokedMs: Option.none(),
  };
  const stored = yield* store.addKey(key, newKey.sha256);
  const cache = yield* Effect.serviceOption(KeyCache);
  if (Option.isSome(cache)) cache.value.forget(newKey.sha256);
  return { account, key: stored };
});
