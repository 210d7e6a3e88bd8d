/**
 * Sets the password of an account.
 *
 * @module
 */
import { Effect, Option, Redacted, Schema } from "effect";
import {
  checkPassword,
  mayBePassword,
  maySetPasswordFreely,
  normalPassword,
} from "../../access/mod.ts";
import { PasswordHash } from "../../port/password_hash.ts";
import type { HeldSession } from "../../port/session_store.ts";
import { SignInStore } from "../../port/sign_in_store.ts";
import { MachineTime } from "../time/machine_time.ts";
import {
  accountCaller,
  addressCaller,
  countAttempt,
  forgiveAttempt,
  takeBackAttempt,
} from "./growing_waits.ts";
import { endOtherSessions } from "./sessions.ts";

/** The account's current password was not sent, or is another one. */
export class PasswordWrong extends Schema.TaggedError<PasswordWrong>()("PasswordWrong", {
  isMissing: Schema.Boolean,
}) {
  override get message(): string {
    return this.isMissing
      ? "Cannot set a password without the current one"
      : "Cannot set a password: the current one is wrong";
  }
}

/**
 * Sets the password of the session's account and ends its other sessions. Needs the current one,
 * unless there is none or the session began with a one-time link just now.
 */
export const setPassword = Effect.fn("setPassword")(function* (asked: {
  readonly held: HeldSession;
  readonly password: Redacted.Redacted<string>;
  readonly currentPassword: Option.Option<Redacted.Redacted<string>>;
  /** The client address that asks. */
  readonly address: string;
}) {
  const { session, account, passwordHash } = asked.held;
  const password = yield* Effect.fromResult(
    checkPassword(Redacted.value(asked.password), account.email),
  );
  const nowMs = yield* (yield* MachineTime).nowMs;
  if (Option.isSome(passwordHash) && !maySetPasswordFreely(session, nowMs)) {
    if (Option.isNone(asked.currentPassword)) return yield* new PasswordWrong({ isMissing: true });
    const callers = [addressCaller(asked.address), accountCaller(account.email)];
    const counted = yield* countAttempt(callers);
    const current = Redacted.make(normalPassword(Redacted.value(asked.currentPassword.value)));
    const isRight = mayBePassword(Redacted.value(current)) &&
      (yield* (yield* PasswordHash).verify(current, passwordHash.value).pipe(
        Effect.tapErrorTag("HashingBusy", () => takeBackAttempt(counted)),
      ));
    if (!isRight) return yield* new PasswordWrong({ isMissing: false });
    yield* forgiveAttempt(counted);
  }
  const hash = yield* (yield* PasswordHash).hash(Redacted.make(password));
  const change = { accountId: account.id, from: passwordHash, to: hash };
  // Of two at the same time the later one has checked what is no longer the password.
  if (!(yield* (yield* SignInStore).replacePassword(change))) {
    return yield* new PasswordWrong({ isMissing: false });
  }
  yield* endOtherSessions(session);
  return { ...asked.held, passwordHash: Option.some(hash) };
});
