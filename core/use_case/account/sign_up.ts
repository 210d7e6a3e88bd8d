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

/** Whoever opens the first account owns the service, so it is not opened from just anywhere. */
export class FirstAccountElsewhere
  extends Schema.TaggedError<FirstAccountElsewhere>()("FirstAccountElsewhere", {}) {
  override get message(): string {
    return "Cannot sign up from here: this service has no account yet";
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

/**
 * Who may sign up: everyone, the first one only, the first one only but `elsewhere`, or nobody.
 */
export type SignUpState = "open" | "first" | "elsewhere" | "closed";

/** From where one signs up, and at which service. */
export interface SignUpPlace {
  /** Whether everyone may sign up. */
  readonly isOpen: boolean;
  /** Whether the caller is on the machine of the service. */
  readonly isHere: boolean;
}

/** Returns who may sign up now, told to a caller. */
export const signUpState = Effect.fnUntraced(function* ({ isOpen, isHere }: SignUpPlace) {
  if (isOpen) return "open" satisfies SignUpState;
  const first = yield* (yield* AccountStore).firstAccount;
  if (Option.isSome(first)) return "closed" satisfies SignUpState;
  return (isHere ? "first" : "elsewhere") satisfies SignUpState;
});

/** Opens an account, and begins its first session. `id` is the account's. */
export const signUp = Effect.fn("signUp")(function* (asked: {
  readonly id: string;
  readonly email: string;
  readonly password: Redacted.Redacted<string>;
  readonly place: SignUpPlace;
  readonly begun: NewSession;
}) {
  const email = yield* Effect.fromResult(parseEmail(asked.email));
  const state = yield* signUpState(asked.place);
  if (state === "closed") return yield* new SignUpClosed();
  if (state === "elsewhere") return yield* new FirstAccountElsewhere();
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
