/**
 * The account behind an e-mail address.
 *
 * @module
 */
import { Effect, Schema } from "effect";
import { type Account, parseEmail } from "../access/mod.ts";
import { AccountStore, type StoreFailed } from "../port/mod.ts";
import type { RequestRejected } from "../request.ts";

/** Nobody has an account under this address. */
export class AccountMissing extends Schema.TaggedError<AccountMissing>()("AccountMissing", {
  email: Schema.String,
}) {
  override get message(): string {
    return `Cannot find an account of "${this.email}"`;
  }
}

/** The account; an address in any case finds it. */
export const accountOf = Effect.fn("accountOf")(function* (
  text: string,
): Effect.fn.Return<Account, RequestRejected | AccountMissing | StoreFailed, AccountStore> {
  const store = yield* AccountStore;
  const email = yield* Effect.fromResult(parseEmail(text));
  const account = yield* store.findAccount(email);
  return yield* Effect.mapError(Effect.fromOption(account), () => new AccountMissing({ email }));
});
