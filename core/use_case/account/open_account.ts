/**
 * Opens an account.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { parseEmail } from "../../access/mod.ts";
import { AccountStore } from "../../port/account_store.ts";

/** Finds or creates the account of an address. `id` is used if it is new (`isNew`). */
export const openAccount = Effect.fn("openAccount")(
  function* (asked: { readonly id: string; readonly email: string }) {
    const store = yield* AccountStore;
    const email = yield* Effect.fromResult(parseEmail(asked.email));
    const createdMs = Math.floor(yield* Clock.currentTimeMillis);
    const account = yield* store.addAccount({ id: asked.id, email, createdMs });
    return { account, isNew: account.id === asked.id };
  },
);
