/**
 * Revokes an API key.
 *
 * @module
 */
import { Clock, Effect, Option, Schema } from "effect";
import type { KeyHolder } from "../../access/mod.ts";
import { AccountStore } from "../../port/account_store.ts";
import { forgetKeys } from "./key_cache.ts";

/** No key has this prefix. */
export class KeyMissing extends Schema.TaggedError<KeyMissing>()("KeyMissing", {
  prefix: Schema.String,
}) {
  override get message(): string {
    return `Cannot find an API key that begins with "${this.prefix}"`;
  }
}

/** Several keys have this prefix. */
export class KeyAmbiguous extends Schema.TaggedError<KeyAmbiguous>()("KeyAmbiguous", {
  prefix: Schema.String,
  /** The number of matching keys. */
  count: Schema.Int,
  /** The oldest matching keys: prefix, last four characters and account of each. */
  fitting: Schema.Array(Schema.String),
}) {
  override get message(): string {
    return `Cannot tell which API key is meant: ${this.count} begin with "${this.prefix}"`;
  }
}

/** The most keys to list, so that a short prefix does not list the whole table. */
const FITTING_MAX = 10;

/**
 * Revokes the only key with this prefix. `isNew` is false if it was already revoked. The service
 * that does it refuses the key from now on.
 */
export const revokeKey = Effect.fn("revokeKey")(function* (prefix: string) {
  const store = yield* AccountStore;
  const [holder, ...others] = yield* store.keysByPrefix(prefix);
  if (holder === undefined) return yield* new KeyMissing({ prefix });
  if (others.length > 0) {
    const fitting = [holder, ...others].slice(0, FITTING_MAX).map(describe);
    return yield* new KeyAmbiguous({ prefix, count: others.length + 1, fitting });
  }
  const { key, account } = holder;
  if (Option.isSome(key.revokedMs)) {
    return { account, key, revokedMs: key.revokedMs.value, isNew: false };
  }
  const revokedMs = Math.floor(yield* Clock.currentTimeMillis);
  yield* store.revokeKey(key.id, revokedMs);
  yield* forgetKeys(({ id }) => id === key.id);
  return { account, key, revokedMs, isNew: true };
});

function describe({ key, account }: KeyHolder): string {
  return `${key.prefix} ending in ${key.lastFour}, of ${account.email}`;
}
