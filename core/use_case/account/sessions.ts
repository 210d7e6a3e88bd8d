/**
 * The sessions of an account: the current one, the others, and their end.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import { renewedSession, type Session } from "../../access/mod.ts";
import { type HeldSession, SessionStore } from "../../port/session_store.ts";
import { MachineTime } from "../time/machine_time.ts";
import { forgetKeysOf } from "./begin_session.ts";

/** The account has no session of this id. */
export class SessionMissing extends Schema.TaggedError<SessionMissing>()("SessionMissing", {
  id: Schema.String,
}) {
  override get message(): string {
    return `Cannot find the session "${this.id}"`;
  }
}

/** A session that is used now. */
export interface CurrentSession extends HeldSession {
  /** Whether it was renewed just now, so that its browser is told when it ends. */
  readonly isRenewed: boolean;
}

/** Finds the session of a token, and renews it unless that was done lately. */
export const currentSession = Effect.fn("currentSession")(function* (tokenSha256: string) {
  const store = yield* SessionStore;
  const nowMs = yield* (yield* MachineTime).nowMs;
  const found = yield* store.find(tokenSha256, nowMs);
  if (Option.isNone(found)) return Option.none<CurrentSession>();
  const renewed = renewedSession(found.value.session, nowMs);
  if (Option.isSome(renewed)) yield* store.renew(renewed.value);
  const session = Option.getOrElse(renewed, () => found.value.session);
  return Option.some({ ...found.value, session, isRenewed: Option.isSome(renewed) });
});

/** Lists the sessions of an account, newest first. `nowMs` is machine time, as theirs. */
export const listSessions = Effect.fn("listSessions")(function* (accountId: string) {
  const nowMs = yield* (yield* MachineTime).nowMs;
  return { nowMs, sessions: yield* (yield* SessionStore).ofAccount(accountId, nowMs) };
});

/** Ends a session of an account. Its key is refused here from now on. */
export const endSession = Effect.fn("endSession")(function* (accountId: string, id: string) {
  const ended = yield* (yield* SessionStore).end(accountId, { id });
  if (ended.length === 0) return yield* new SessionMissing({ id });
  yield* forgetKeysOf(ended);
});

/** Ends all sessions of an account but this one, and returns how many there were. */
export const endOtherSessions = Effect.fn("endOtherSessions")(
  function* ({ accountId, id }: Pick<Session, "accountId" | "id">) {
    const ended = yield* (yield* SessionStore).end(accountId, { exceptId: id });
    yield* forgetKeysOf(ended);
    return ended.length;
  },
);
