/**
 * Takes an API key out of force.
 *
 * @module
 */
import { Clock, Effect, Option, Schema } from "effect";
import type { KeyHolder } from "../access/mod.ts";
import { AccountStore } from "../port/mod.ts";

/** No key begins like this. */
export class KeyMissing extends Schema.TaggedError<KeyMissing>()("KeyMissing", {
  prefix: Schema.String,
}) {
  override get message(): string {
    return `Cannot find an API key that begins with "${this.prefix}"`;
  }
}

/** Several keys begin like this, so that none is meant for certain. */
export class KeyAmbiguous extends Schema.TaggedError<KeyAmbiguous>()("KeyAmbiguous", {
  prefix: Schema.String,
  /** How many there are. */
  count: Schema.Int,
  /** The oldest of them: prefix, last four characters and account of each. */
  fitting: Schema.Array(Schema.String),
}) {
  override get message(): string {
    return `Cannot tell which API key is meant: ${this.count} begin with "${this.prefix}"`;
  }
}

/** Listed at most: whoever writes too little is not read the whole table. */
const FITTING_MAX = 10;

/** Revokes the one key that begins like this. `isNew` is false where it was revoked before. */
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
  return { account, key, revokedMs, isNew: true };
});

function describe({ key, account }: KeyHolder): string {
  return `${key.prefix} ending in ${key.lastFour}, of ${account.email}`;
}
