/**
 * Signs up: opens an account with a password, where that is open to all or there is none yet.
 *
 * @module
 */
import { Clock, Effect, Option, Redacted, Schema } from "effect";
import { type Account, checkPassword, parseEmail } from "../../access/mod.ts";
import { AccountStore } from "../../port/account_store.ts";
import { PasswordHash } from "../../port/password_hash.ts";
import { SignInStore } from "../../port/sign_in_store.ts";
import { beginSession, type NewSession } from "./begin_session.ts";
import { countAttempt, signUpCaller, takeBackAttempt } from "./growing_waits.ts";

/** Nobody may sign up. */
export class SignUpClosed extends Schema.TaggedError<SignUpClosed>()("SignUpClosed", {}) {
  override get message(): string {
    return "Cannot sign up: this service takes no new accounts";
  }
}

/** The e-mail address has an account. */
export class AccountTaken extends Schema.TaggedError<AccountTaken>()("AccountTaken", {
  email: Schema.String,
}) {
  override get message(): string {
    return `Cannot sign up: "${this.email}" has an account already`;
  }
}

/** Who may sign up: everyone, the first one only, or nobody. */
export type SignUpState = "open" | "first" | "closed";

/** Returns who may sign up now. */
export const signUpState = Effect.fnUntraced(function* (isOpen: boolean) {
  if (isOpen) return "open" satisfies SignUpState;
  const first = yield* (yield* AccountStore).firstAccount;
  return (Option.isSome(first) ? "closed" : "first") satisfies SignUpState;
});

/** Opens an account, and begins its first session. `id` is the account's. */
export const signUp = Effect.fn("signUp")(function* (asked: {
  readonly id: string;
  readonly email: string;
  readonly password: Redacted.Redacted<string>;
  readonly isOpen: boolean;
  readonly begun: NewSession;
}) {
  const email = yield* Effect.fromResult(parseEmail(asked.email));
  const state = yield* signUpState(asked.isOpen);
  if (state === "closed") return yield* new SignUpClosed();
  const password = yield* Effect.fromResult(checkPassword(Redacted.value(asked.password), email));
  const counted = yield* countAttempt([signUpCaller(asked.begun.address)]);
  const passwordHash = yield* (yield* PasswordHash).hash(Redacted.make(password)).pipe(
    Effect.tapErrorTag("HashingBusy", () => takeBackAttempt(counted)),
  );
  const createdMs = Math.floor(yield* Clock.currentTimeMillis);
  const account: Account = { id: asked.id, email, createdMs };
  const mustBeFirst = state === "first";
  const result = yield* (yield* SignInStore).register({ account, passwordHash, mustBeFirst });
  if (result === "not_first") return yield* new SignUpClosed();
  if (result === "taken") return yield* new AccountTaken({ email });
  yield* beginSession(account, { begun: asked.begun, beganWithLink: false });
});
