/**
 * Signs in, with a password or a one-time link.
 *
 * @module
 */
import { Effect, Option, Redacted, Schema } from "effect";
import { LINK_MS, mayBePassword, normalPassword, parseEmail } from "../../access/mod.ts";
import { PasswordHash } from "../../port/password_hash.ts";
import { type PasswordHolder, SignInStore } from "../../port/sign_in_store.ts";
import { MachineTime } from "../time/machine_time.ts";
import { accountOf } from "./account_of.ts";
import { beginSession, type NewSession } from "./begin_session.ts";
import {
  accountCaller,
  addressCaller,
  countAttempt,
  forgiveAttempt,
  takeBackAttempt,
} from "./growing_waits.ts";

/** No account has this e-mail address and this password. Does not say which is wrong. */
export class SignInRefused extends Schema.TaggedError<SignInRefused>()("SignInRefused", {}) {
  override get message(): string {
    return "Cannot sign in: the e-mail address or the password is wrong";
  }
}

/** A one-time link was used, replaced or has expired, or there never was one. */
export class LinkInvalid extends Schema.TaggedError<LinkInvalid>()("LinkInvalid", {}) {
  override get message(): string {
    return "Cannot sign in with this link: it was used or replaced, or is too old";
  }
}

/**
 * Begins a session of the account with this e-mail address and password. Takes as long for an
 * address without an account, so that nobody learns who has one.
 */
export const signIn = Effect.fn("signIn")(function* (asked: {
  readonly email: string;
  readonly password: Redacted.Redacted<string>;
  readonly begun: NewSession;
}) {
  const email = yield* Effect.fromResult(parseEmail(asked.email));
  const counted = yield* countAttempt([addressCaller(asked.begun.address), accountCaller(email)]);
  const found = yield* (yield* SignInStore).passwordOf(email);
  const checked = yield* checkAgainst(found, asked.password).pipe(
    Effect.tapErrorTag("HashingBusy", () => takeBackAttempt(counted)),
  );
  if (Option.isNone(found) || Option.isNone(checked)) return yield* new SignInRefused();
  yield* forgiveAttempt(counted);
  const start = { begun: asked.begun, beganWithLink: false, checkedHash: checked.value };
  const session = yield* beginSession(found.value.account, start);
  if (Option.isNone(session)) return yield* new SignInRefused();
});

/** Returns the hash that the password has; none if it is another one's, or nobody's. */
const checkAgainst = Effect.fnUntraced(function* (
  holder: Option.Option<PasswordHolder>,
  sent: Redacted.Redacted<string>,
) {
  const password = Redacted.make(normalPassword(Redacted.value(sent)));
  if (!mayBePassword(Redacted.value(password))) return Option.none<string>();
  const { hash, verify } = yield* PasswordHash;
  const stored = Option.flatMap(holder, ({ passwordHash }) => passwordHash);
  const isRight = yield* Option.match(stored, {
    onNone: () => Effect.as(hash(password), false),
    onSome: (stored) => verify(password, stored),
  });
  return isRight ? stored : Option.none<string>();
});

/** Begins a session of the account that a link is for. Its password may be replaced then. */
export const signInByLink = Effect.fn("signInByLink")(function* (asked: {
  /** The SHA-256 of the link's token, in lower-case hex. */
  readonly sha256: string;
  readonly begun: NewSession;
}) {
  const counted = yield* countAttempt([addressCaller(asked.begun.address)]);
  const nowMs = yield* (yield* MachineTime).nowMs;
  const account = yield* (yield* SignInStore).takeLink(asked.sha256, nowMs);
  if (Option.isNone(account)) return yield* new LinkInvalid();
  yield* forgiveAttempt(counted);
  yield* beginSession(account.value, { begun: asked.begun, beganWithLink: true });
});

/** Stores a link for an account in place of its former one. */
export const makeLink = Effect.fn("makeLink")(
  function* ({ email, sha256 }: { readonly email: string; readonly sha256: string }) {
    const account = yield* accountOf(email);
    const expiresMs = (yield* (yield* MachineTime).nowMs) + LINK_MS;
    yield* (yield* SignInStore).setLink({ accountId: account.id, sha256, expiresMs });
    return account;
  },
);

/** Begins a session of an account that needs no password, as a sandbox's demo user. */
export const enterAccount = Effect.fn("enterAccount")(
  function* ({ email, begun }: { readonly email: string; readonly begun: NewSession }) {
    const account = yield* accountOf(email);
    yield* beginSession(account, { begun, beganWithLink: false });
  },
);
