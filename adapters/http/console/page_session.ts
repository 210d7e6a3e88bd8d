/**
 * The session of the console's page: taken from its cookie, which a renewed one is sent again.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { maySetPasswordFreely } from "../../../core/access/mod.ts";
import { ASSETS, factsOf } from "../../../core/market/mod.ts";
import { AccountStore } from "../../../core/port/account_store.ts";
import { LegVenues } from "../../../core/port/leg_venue.ts";
import type { SessionStore } from "../../../core/port/session_store.ts";
import {
  type CurrentSession,
  currentSession,
  signUpState,
} from "../../../core/use_case/account/mod.ts";
import { MachineTime } from "../../../core/use_case/time/mod.ts";
import type { Failure } from "../edge/answer/failure.ts";
import type { AnswerOf, HandlerCall } from "../edge/gate.ts";
import { Refused } from "../edge/answer/refusal.ts";
import { isCallerHere } from "../edge/request/local_caller.ts";
import type { ConsoleOptions } from "./console_options.ts";
import { cookieHeader, sentToken } from "./session_cookie.ts";
import { digestOfToken, pageKeyOf } from "./session_token.ts";
import { needsSetup } from "./setup_access.ts";
import type { SessionState } from "./wire_console.ts";

/** A session that is held, with its token. */
export interface HeldSession {
  readonly token: string;
  readonly current: CurrentSession;
}

/** Answers whoever has a session. */
export const withSession = Effect.fnUntraced(function* <Body, Ports>(
  options: ConsoleOptions,
  { request }: HandlerCall,
  answer: (held: HeldSession) => Effect.Effect<AnswerOf<Body>, Failure, Ports>,
): Effect.fn.Return<AnswerOf<Body>, Failure, Ports | SessionStore> {
  const held = yield* heldSession(sentToken(request, options));
  if (held === undefined) return yield* NO_SESSION;
  const answered = yield* answer(held);
  if (!held.current.isRenewed || answered.headers?.["set-cookie"] !== undefined) return answered;
  const headers = yield* sessionCookie(options, held);
  return { ...answered, headers: { ...headers, ...answered.headers } };
});

const NO_SESSION = new Refused({
  status: 401,
  error: "Cannot answer a request without a session",
  hint: "Sign in at /console of this service",
});

/** Returns the session of a token, if there is one. */
export const heldSession = Effect.fnUntraced(function* (token: string | undefined) {
  const found = token === undefined
    ? Option.none<CurrentSession>()
    : yield* currentSession(digestOfToken(token));
  return token === undefined || Option.isNone(found)
    ? undefined
    : { token, current: found.value } satisfies HeldSession;
});

/** Returns the header that sets a session's cookie until the session ends. */
export const sessionCookie = Effect.fnUntraced(function* (
  options: ConsoleOptions,
  { token, current }: HeldSession,
) {
  const nowMs = yield* (yield* MachineTime).nowMs;
  const ageSec = Math.max(0, Math.floor((current.session.expiresMs - nowMs) / 1000));
  return cookieHeader(options, { token, ageSec });
});

/** Tells the page about the service and its session. Without one, it says how one may begin. */
export const sessionState = Effect.fnUntraced(function* (
  options: ConsoleOptions,
  call: HandlerCall,
  held: HeldSession | undefined,
) {
  const { sandbox, demoEmail, isSignUpOpen, keyMode } = options;
  const demo = Option.isNone(demoEmail)
    ? false
    : Option.isSome(yield* (yield* AccountStore).findAccount(demoEmail.value));
  const machineMs = yield* (yield* MachineTime).nowMs;
  const elsewhere = (yield* LegVenues).flatMap(({ series }) => series);
  const state: typeof SessionState.static = {
    now: iso(call.nowMs),
    world: sandbox === null ? "live" : "sandbox",
    sandbox,
    assets: ASSETS.map((asset) => ({
      asset,
      intervals: [...factsOf(asset).intervals],
      elsewhere: elsewhere.filter((one) => one.asset === asset)
        .map(({ venue, interval }) => ({ venue, interval })),
    })),
    sign_up: yield* signUpState({ isOpen: isSignUpOpen, isHere: isCallerHere(call) }),
    needs_setup: yield* needsSetup(call, held?.current.account),
    demo,
    operator_command: call.ownCommand("account {}"),
    session: held === undefined ? null : sessionOf(held, { keyMode, machineMs }),
  };
  return state;
});

function sessionOf(
  { token, current: { session, account, passwordHash } }: HeldSession,
  { keyMode, machineMs }: Pick<ConsoleOptions, "keyMode"> & { readonly machineMs: number },
): NonNullable<(typeof SessionState.static)["session"]> {
  return {
    id: session.id,
    created_at: iso(session.createdMs),
    expires_at: iso(session.expiresMs),
    has_password: Option.isSome(passwordHash),
    needs_current_password: Option.isSome(passwordHash) &&
      !maySetPasswordFreely(session, machineMs),
    account: { id: account.id, email: account.email },
    key: pageKeyOf(token, keyMode),
  };
}

/** Formats unix milliseconds. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
