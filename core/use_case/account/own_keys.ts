/**
 * The API keys of an account, for the account's own user.
 *
 * @module
 */
import { Clock, Effect, Option, Schema } from "effect";
import { AccountStore } from "../../port/account_store.ts";
import { KeyUsageStore } from "../../port/key_usage_store.ts";
import { forgetKeys } from "./key_cache.ts";
import { KeyUsage } from "./key_usage.ts";

/** The account has no API key of this id. */
export class OwnKeyMissing extends Schema.TaggedError<OwnKeyMissing>()("OwnKeyMissing", {
  id: Schema.String,
}) {
  override get message(): string {
    return `Cannot find the API key "${this.id}"`;
  }
}

/** The use of keys is shown for so many minutes back. */
export const USAGE_MINUTES = 60;

/** Lists an account's keys, oldest first, with their use in the last minutes. */
export const ownKeys = Effect.fn("ownKeys")(function* (accountId: string) {
  yield* (yield* KeyUsage).write;
  const keys = yield* (yield* AccountStore).keysOf(accountId);
  const sinceSec = Math.floor((yield* Clock.currentTimeMillis) / 1000) - USAGE_MINUTES * 60;
  const minutes = yield* (yield* KeyUsageStore).ofAccount(accountId, sinceSec);
  const byKey = Map.groupBy(minutes, ({ keyId }) => keyId);
  return keys.map((key) => ({ key, usage: byKey.get(key.id) ?? [] }));
});

/** Revokes a key of an account by its id. One that was revoked before keeps its instant. */
export const revokeOwnKey = Effect.fn("revokeOwnKey")(function* (
  { accountId, id }: { readonly accountId: string; readonly id: string },
) {
  const store = yield* AccountStore;
  const find = Effect.map(
    store.keysOf(accountId),
    (keys) => Option.fromUndefinedOr(keys.find((key) => key.id === id)),
  );
  const found = yield* find;
  if (Option.isNone(found)) return yield* new OwnKeyMissing({ id });
  yield* store.revokeKey(id, Math.floor(yield* Clock.currentTimeMillis));
  yield* forgetKeys((key) => key.id === id);
  return Option.getOrElse(yield* find, () => found.value);
});
