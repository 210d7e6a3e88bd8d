/**
 * Lists an account's API keys.
 *
 * @module
 */
import { Effect } from "effect";
import { AccountStore } from "../../port/account_store.ts";
import { accountOf } from "./account_of.ts";

/** Returns every key that was ever issued to the account, including revoked ones, oldest first. */
export const listKeys = Effect.fn("listKeys")(function* (email: string) {
  const store = yield* AccountStore;
  const account = yield* accountOf(email);
  return { account, keys: yield* store.keysOf(account.id) };
});
