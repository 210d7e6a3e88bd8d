/**
 * `/console/api/session`, `sign-up`, `sign-in`, `link`, `demo`, `sign-out` and `password`: how a
 * session begins and ends. Those that begin one answer as `session` does, and set its cookie.
 *
 * @module
 */
import { Effect, Option } from "effect";
import {
  currentSession,
  endSession,
  enterAccount,
  type NewSession,
  setPassword,
  signIn,
  signInByLink,
  signUp,
} from "../../../core/use_case/account/mod.ts";
import { readText } from "../edge/body_field.ts";
import { clientAddress } from "../edge/client_address.ts";
import { type Failure } from "../edge/failure.ts";
import { Refused } from "../edge/refusal.ts";
import { type Call } from "../edge/route.ts";
import { readEmail, readOptionalPassword, readPassword, textBody } from "./console_body.ts";
import { type ConsoleOptions } from "./console_options.ts";
import { declareConsoleRoute, declareSessionRoute, sessionCookie } from "./console_route.ts";
import { sessionBody } from "./session_body.ts";
import { noCookieHeader, sentToken } from "./session_cookie.ts";
import { digestOfToken, newSession, newToken } from "./session_token.ts";

/** The routes. */
export function signInRoutes(options: ConsoleOptions) {
  const { demoEmail } = options;
  return [
    sessionRoute(options),
    signUpRoute(options),
    signInRoute(options),
    linkRoute(options),
    ...Option.isSome(demoEmail) ? [demoRoute(options, demoEmail.value)] : [],
    signOutRoute(options),
    passwordRoute(options),
  ];
}

function sessionRoute(options: ConsoleOptions) {
  return declareConsoleRoute({
    method: "GET",
    path: "/console/api/session",
    summary: "The session of the page, and how one may begin",
    parameters: [],
    handle: Effect.fnUntraced(function* ({ request, nowMs }) {
      const token = sentToken(request, options);
      const found = token === undefined
        ? Option.none()
        : yield* currentSession(digestOfToken(token));
      if (token === undefined || Option.isNone(found)) {
        const body = yield* sessionBody(options, { nowMs, held: undefined });
        const headers = token === undefined ? {} : noCookieHeader(options);
        return { body, headers };
      }
      const held = { token, current: found.value };
      const headers = found.value.isRenewed ? yield* sessionCookie(options, held) : {};
      return { body: yield* sessionBody(options, { nowMs, held }), headers };
    }),
  });
}

function signUpRoute(options: ConsoleOptions) {
  return declareConsoleRoute({
    method: "POST",
    path: "/console/api/sign-up",
    summary: "Open an account",
    parameters: [],
    body: textBody("email", "password"),
    handle: Effect.fnUntraced(function* (call) {
      const email = yield* readEmail(call.body);
      const password = yield* readPassword(call.body);
      const { isSignUpOpen: isOpen } = options;
      return yield* beginning(
        options,
        call,
        (begun) => signUp({ id: Bun.randomUUIDv7(), email, password, isOpen, begun }),
      );
    }),
  });
}

function signInRoute(options: ConsoleOptions) {
  return declareConsoleRoute({
    method: "POST",
    path: "/console/api/sign-in",
    summary: "Begin a session with a password",
    parameters: [],
    body: textBody("email", "password"),
    handle: Effect.fnUntraced(function* (call) {
      const email = yield* readEmail(call.body);
      const password = yield* readPassword(call.body);
      return yield* beginning(options, call, (begun) => signIn({ email, password, begun }));
    }),
  });
}

function linkRoute(options: ConsoleOptions) {
  return declareConsoleRoute({
    method: "POST",
    path: "/console/api/link",
    summary: "Begin a session with the token of a one-time link",
    parameters: [],
    body: textBody("token"),
    handle: Effect.fnUntraced(function* (call) {
      const hint = "Send what follows the # of the link";
      const token = yield* Effect.fromResult(readText(call.body, "token", hint));
      const sha256 = digestOfToken(token);
      return yield* beginning(options, call, (begun) => signInByLink({ sha256, begun }));
    }),
  });
}

function demoRoute(options: ConsoleOptions, email: string) {
  return declareConsoleRoute({
    method: "POST",
    path: "/console/api/demo",
    summary: "Begin a session of the sandbox's demo user",
    parameters: [],
    body: textBody(),
    handle: (call) =>
      beginning(
        options,
        call,
        (begun) => Effect.catchTag(enterAccount({ email, begun }), "AccountMissing", () => NO_DEMO),
      ),
  });
}

const NO_DEMO = new Refused({
  status: 404,
  error: "Cannot enter the demo account: this sandbox has none",
  hint: "Sign up or sign in",
});

function signOutRoute(options: ConsoleOptions) {
  return declareSessionRoute(options, {
    method: "POST",
    path: "/console/api/sign-out",
    summary: "End the session",
    parameters: [],
    body: textBody(),
    handle: ({ current: { session } }) =>
      Effect.as(
        Effect.catchTag(endSession(session.accountId, session.id), "SessionMissing", () =>
          Effect.void),
        { status: 204, body: null, headers: noCookieHeader(options) },
      ),
  });
}

function passwordRoute(options: ConsoleOptions) {
  return declareSessionRoute(options, {
    method: "PUT",
    path: "/console/api/password",
    summary: "Set the account's password, and end its other sessions",
    parameters: [],
    body: textBody("password", "current_password?"),
    handle: Effect.fnUntraced(function* (call) {
      const { token, current, nowMs, request, peerAddress, body } = call;
      const changed = yield* setPassword({
        held: current,
        password: yield* readPassword(body),
        currentPassword: yield* readOptionalPassword(body, "current_password"),
        address: clientAddress(request, peerAddress, options.trustProxies),
      });
      const held = { token, current: { ...current, ...changed } };
      return { body: yield* sessionBody(options, { nowMs, held }) };
    }),
  });
}

/** Begins a session, in place of the one that the browser had. */
const beginning = Effect.fnUntraced(function* <E extends Failure, R>(
  options: ConsoleOptions,
  { request, peerAddress, nowMs }: Call,
  begin: (begun: NewSession) => Effect.Effect<void, E, R>,
) {
  const token = newToken();
  yield* begin(newSession(token, {
    mode: options.keyMode,
    userAgent: request.headers.get("user-agent") ?? "",
    address: clientAddress(request, peerAddress, options.trustProxies),
  }));
  yield* endFormer(sentToken(request, options));
  const current = yield* currentSession(digestOfToken(token));
  // It may have been ended from another browser already.
  const held = Option.isSome(current) ? { token, current: current.value } : undefined;
  const headers = held === undefined ? {} : yield* sessionCookie(options, held);
  return { body: yield* sessionBody(options, { nowMs, held }), headers };
});

/** Ends the session of a token, if there is one. */
const endFormer = Effect.fnUntraced(function* (token: string | undefined) {
  const former = token === undefined ? Option.none() : yield* currentSession(digestOfToken(token));
  if (Option.isNone(former)) return;
  const { accountId, id } = former.value.session;
  yield* Effect.catchTag(endSession(accountId, id), "SessionMissing", () => Effect.void);
});
