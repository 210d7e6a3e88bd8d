/**
 * Begins a console session.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { type Account, type Session, sessionEndMs } from "../../access/mod.ts";
import { SessionStore } from "../../port/session_store.ts";
import { MachineTime } from "../time/machine_time.ts";
import { forgetKeys } from "./key_cache.ts";

/** What a session begins with. Tokens and keys are made by whoever asks, and never stored. */
export interface NewSession {
  readonly id: string;
  /** The SHA-256 of its token, in lower-case hex. */
  readonly tokenSha256: string;
  readonly userAgent: string;
  readonly address: string;
  /** The API key of its page, without its text. */
  readonly key: {
    readonly id: string;
    readonly prefix: string;
    readonly lastFour: string;
    readonly sha256: string;
  };
}

/** A browser names itself at most at this length. */
const USER_AGENT_CHARS_MAX = 200;

/** How a session begins. */
export interface SessionStart {
  readonly begun: NewSession;
  readonly beganWithLink: boolean;
  /** The hash that the password was checked against. */
  readonly checkedHash?: string;
}

/**
 * Begins a session of an account, which ends its oldest ones beyond the most it may have. Begins
 * none, and returns none, if the account's password was replaced since it was checked.
 */
export const beginSession = Effect.fnUntraced(function* (
  account: Account,
  { begun, beganWithLink, checkedHash }: SessionStart,
) {
  const nowMs = yield* (yield* MachineTime).nowMs;
  const session: Session = {
    id: begun.id,
    accountId: account.id,
    beganWithLink,
    userAgent: begun.userAgent.slice(0, USER_AGENT_CHARS_MAX),
    address: begun.address,
    createdMs: nowMs,
    seenMs: nowMs,
    expiresMs: sessionEndMs({ createdMs: nowMs, nowMs }),
  };
  const { sha256: keySha256, ...key } = begun.key;
  const ended = yield* (yield* SessionStore).add({
    session,
    tokenSha256: begun.tokenSha256,
    key: {
      ...key,
      accountId: account.id,
      name: "",
      sessionId: Option.some(session.id),
      scopes: ["read", "trade"],
      createdMs: Math.floor(yield* Clock.currentTimeMillis),
      lastUsedMs: Option.none(),
      revokedMs: Option.none(),
    },
    keySha256,
    checkedHash: Option.fromUndefinedOr(checkedHash),
  });
  if (Option.isNone(ended)) return Option.none<Session>();
  yield* forgetKeysOf(ended.value);
  return Option.some(session);
});

/** Forgets the keys of sessions that have ended, so that they are refused here from now on. */
export function forgetKeysOf(sessionIds: ReadonlyArray<string>): Effect.Effect<void> {
  const ended = new Set(sessionIds);
  return ended.size === 0
    ? Effect.void
    : forgetKeys(({ sessionId }) => Option.isSome(sessionId) && ended.has(sessionId.value));
}
