/**
 * Gives an account an API key.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import type { ApiKey, Scope } from "../access/mod.ts";
import { AccountStore } from "../port/mod.ts";
import { accountOf } from "./account_of.ts";

/** A key that was made elsewhere: whoever stores it never sees its text. */
export interface KeyOrder {
  readonly id: string;
  readonly email: string;
  readonly scopes: ReadonlyArray<Scope>;
  /** What names the key in listings. */
  readonly prefix: string;
  readonly lastFour: string;
  /** Of its text, in lower-case hex. */
  readonly sha256: string;
}

/** Stores the key of an account that exists, and gives it as it is stored. */
export const issueKey = Effect.fn("issueKey")(function* (order: KeyOrder) {
  const store = yield* AccountStore;
  const account = yield* accountOf(order.email);
  const key: ApiKey = {
    id: order.id,
    accountId: account.id,
    prefix: order.prefix,
    lastFour: order.lastFour,
    scopes: order.scopes,
    createdMs: Math.floor(yield* Clock.currentTimeMillis),
    lastUsedMs: Option.none(),
    revokedMs: Option.none(),
  };
  return { account, key: yield* store.addKey(key, order.sha256) };
});
