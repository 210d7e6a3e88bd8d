/**
 * Issues an API key to an account.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { type Account, type ApiKey, parseKeyName, type Scope } from "../../access/mod.ts";
import { AccountStore } from "../../port/account_store.ts";
import { accountOf } from "./account_of.ts";
import { KeyCache } from "./key_cache.ts";

/** A new key without its text, which the store must never see. */
export interface NewKey {
  readonly id: string;
  /** What its owner calls it; may be empty. */
  readonly name: string;
  readonly scopes: ReadonlyArray<Scope>;
  /** The part of the key that identifies it in listings. */
  readonly prefix: string;
  readonly lastFour: string;
  /** The SHA-256 of its text, in lower-case hex. */
  readonly sha256: string;
}

/**
 * Stores a new key of an account, and returns the stored key. A service that issues it accepts it
 * immediately, even if it was tried before.
 */
export const issueKeyTo = Effect.fn("issueKeyTo")(function* (account: Account, newKey: NewKey) {
  const store = yield* AccountStore;
  const { sha256, ...facts } = newKey;
  const key: ApiKey = {
    ...facts,
    accountId: account.id,
    name: yield* Effect.fromResult(parseKeyName(newKey.name)),
    sessionId: Option.none(),
    createdMs: Math.floor(yield* Clock.currentTimeMillis),
    lastUsedMs: Option.none(),
    revokedMs: Option.none(),
  };
  const stored = yield* store.addKey(key, sha256);
  const cache = yield* Effect.serviceOption(KeyCache);
  if (Option.isSome(cache)) cache.value.forget(sha256);
  return stored;
});

/** Stores a new key of the account with this e-mail address, as {@linkcode issueKeyTo} does. */
export const issueKey = Effect.fn("issueKey")(
  function* ({ email, ...newKey }: NewKey & { readonly email: string }) {
    const account = yield* accountOf(email);
    return { account, key: yield* issueKeyTo(account, newKey) };
  },
);
