/**
 * Finds an account by its e-mail address.
 *
 * @module
 */
import { Effect, Schema } from "effect";
import { type Account, parseEmail } from "../../access/mod.ts";
import { AccountStore } from "../../port/account_store.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import type { RequestRejected } from "../../request.ts";

/** No account has this e-mail address. */
export class AccountMissing extends Schema.TaggedError<AccountMissing>()("AccountMissing", {
  email: Schema.String,
}) {
  override get message(): string {
    return `Cannot find an account of "${this.email}"`;
  }
}

/** Finds the account with this e-mail address, case-insensitively. */
export const accountOf = Effect.fn("accountOf")(function* (
  text: string,
): Effect.fn.Return<Account, RequestRejected | AccountMissing | StoreFailed, AccountStore> {
  const store = yield* AccountStore;
  const email = yield* Effect.fromResult(parseEmail(text));
  const account = yield* store.findAccount(email);
  return yield* Effect.mapError(Effect.fromOption(account), () => new AccountMissing({ email }));
});
