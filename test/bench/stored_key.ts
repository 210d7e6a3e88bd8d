/**
 * API keys in the account store of a benchmark.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { digestOfKey } from "../../adapters/http/edge/key_digest.ts";
import { lastFourOfKey, prefixOfKey } from "../../core/access/mod.ts";
import { AccountStore } from "../../core/port/mod.ts";

/** Adds a key that may read to an account that is in the store. Returns the key's digest. */
export const storeKey = Effect.fnUntraced(function* (
  text: string,
  { accountId, createdMs }: { readonly accountId: string; readonly createdMs: number },
) {
  const store = yield* AccountStore;
  const sha256 = digestOfKey(text);
  const key = {
    id: sha256,
    accountId,
    name: "",
    sessionId: Option.none(),
    prefix: prefixOfKey(text),
    lastFour: lastFourOfKey(text),
    scopes: ["read"] as const,
    createdMs,
    lastUsedMs: Option.none(),
    revokedMs: Option.none(),
  };
  yield* store.addKey(key, sha256);
  return sha256;
});
