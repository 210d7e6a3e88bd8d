/**
 * How a session begins and ends. Routes that begin one answer as `session` does, and set its
 * cookie.
 *
 * @module
 */
import { Effect, Option, type Redacted } from "effect";
import { Elysia, t } from "elysia";
import {
  endSession,
  enterAccount,
  type NewSession,
  setPassword,
  signIn as signInWith,
  signInByLink,
  signUp,
} from "../../../core/use_case/account/mod.ts";
import { answers } from "../edge/answer/answers.ts";
import { clientAddress } from "../edge/request/client_address.ts";
import { edge } from "../edge/edge.ts";
import type { Failure } from "../edge/answer/failure.ts";
import type { Gate, HandlerCall } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { Refused } from "../edge/answer/refusal.ts";
import { isCallerHere } from "../edge/request/local_caller.ts";
import { ofPage } from "./console_access.ts";
import type { ConsoleOptions } from "./console_options.ts";
import type { ConsolePorts } from "./console_ports.ts";
import {
  type HeldSession,
  heldSession,
  sessionCookie,
  sessionState,
  withSession,
} from "./page_session.ts";
import { textOf } from "./secret_text.ts";
import { noCookieHeader, sentToken } from "./session_cookie.ts";
import { digestOfToken, newSession, newToken } from "./session_token.ts";
import { Entry, LinkEntry, Nothing, PasswordChange, SessionState } from "./wire_console.ts";

/** The routes. */
export function signIn<Ports>(gate: Gate<Ports | ConsolePorts>, options: ConsoleOptions) {
  const state = () => ({ ...ofPage(), response: answers("coded", { 200: SessionState }) });
  const routes = new Elysia({ name: "sign_in", prefix: "/console/api" })
    .use(edge(gate, "coded"))
    .get("/session", ({ call, answer }) => answer(stateOf(options, call)), state())
    .post(
      "/sign-up",
      ({ body, call, answer }) =>
        answer(enter(options, call, body, (email, password, begun) => {
          const place = { isOpen: options.isSignUpOpen, isHere: isCallerHere(call) };
          return signUp({ id: Bun.randomUUIDv7(), email, password, place, begun });
        })),
      { ...state(), body: Entry },
    )
    .post(
      "/sign-in",
      ({ body, call, answer }) =>
        answer(
          enter(options, call, body, (email, password, begun) =>
            signInWith({ email, password, begun })),
        ),
      { ...state(), body: Entry },
    )
    .post(
      "/link",
      ({ body, call, answer }) => {
        const sha256 = digestOfToken(body.token);
        return answer(begin(options, call, (begun) => signInByLink({ sha256, begun })));
      },
      { ...state(), body: LinkEntry },
    )
    .post(
      "/sign-out",
      ({ call, answer }) => answer(withSession(options, call, (held) => signOut(options, held))),
      { ...ofPage(), body: Nothing, response: answers("coded", { 204: t.Null() }) },
    )
    .put(
      "/password",
      ({ body, call, answer }) =>
        answer(withSession(options, call, (held) => changePassword(options, call, { body, held }))),
      { ...state(), body: PasswordChange },
    );
  const { demoEmail } = options;
  if (Option.isNone(demoEmail)) return routes.use(otherMethods);
  const email = demoEmail.value;
  return routes.post(
    "/demo",
    ({ call, answer }) =>
      answer(
        begin(options, call, (begun) =>
          Effect.catchTag(enterAccount({ email, begun }), "AccountMissing", () =>
            NO_DEMO)),
      ),
    { ...state(), body: Nothing },
  ).use(otherMethods);
}

const stateOf = Effect.fnUntraced(
  function* (options: ConsoleOptions, call: HandlerCall) {
    const token = sentToken(call.request, options);
    const held = yield* heldSession(token);
    const body = yield* sessionState(options, call, held);
    if (held === undefined) {
      return { body, headers: token === undefined ? {} : noCookieHeader(options) };
    }
    const headers = held.current.isRenewed ? yield* sessionCookie(options, held) : {};
    return { body, headers };
  },
);

const NO_DEMO = new Refused({
  status: 404,
  error: "Cannot enter the demo account: this sandbox has none",
  hint: "Sign up or sign in",
});

/** Begins a session for an e-mail address and a password. */
const enter = Effect.fnUntraced(function* <E extends Failure, R>(
  options: ConsoleOptions,
  call: HandlerCall,
  { email, password }: typeof Entry.static,
  begun: (
    email: string,
    password: Redacted.Redacted<string>,
    begun: NewSession,
  ) => Effect.Effect<void, E, R>,
) {
  const secret = yield* textOf("password", password ?? null);
  return yield* begin(options, call, (session) => begun(email, secret, session));
});

/** Begins a session, in place of the one that the browser had. */
const begin = Effect.fnUntraced(function* <E extends Failure, R>(
  options: ConsoleOptions,
  call: HandlerCall,
  enterWith: (begun: NewSession) => Effect.Effect<void, E, R>,
) {
  const { request, peerAddress } = call;
  const token = newToken();
  yield* enterWith(newSession(token, {
    mode: options.keyMode,
    userAgent: request.headers.get("user-agent") ?? "",
    address: clientAddress(request, peerAddress, options.trustProxies),
  }));
  const former = yield* heldSession(sentToken(request, options));
  if (former !== undefined) yield* end(former);
  // It may have been ended from another browser already.
  const held = yield* heldSession(token);
  const headers = held === undefined ? {} : yield* sessionCookie(options, held);
  return { body: yield* sessionState(options, call, held), headers };
});

/** Ends a session, unless it is over already. */
function end({ current: { session: { accountId, id } } }: HeldSession) {
  return Effect.catchTag(endSession(accountId, id), "SessionMissing", () => Effect.void);
}

function signOut(options: ConsoleOptions, held: HeldSession) {
  return Effect.as(end(held), { status: 204, body: null, headers: noCookieHeader(options) });
}

const changePassword = Effect.fnUntraced(function* (
  options: ConsoleOptions,
  call: HandlerCall,
  { body, held: { token, current } }: {
    readonly body: typeof PasswordChange.static;
    readonly held: HeldSession;
  },
) {
  const { password = null, current_password: former } = body;
  const changed = yield* setPassword({
    held: current,
    password: yield* textOf("password", password),
    currentPassword: former === undefined
      ? Option.none()
      : Option.some(yield* textOf("current_password", former)),
    address: clientAddress(call.request, call.peerAddress, options.trustProxies),
  });
  const held = { token, current: { ...current, ...changed } };
  return { body: yield* sessionState(options, call, held) };
});
