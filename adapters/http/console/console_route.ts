/**
 * Declares the console's own routes: they answer pages of this service alone, take the session from
 * its cookie, and have a bucket of their own, so that the page does not spend the public quota.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { SessionStore } from "../../../core/port/mod.ts";
import { type CurrentSession, currentSession } from "../../../core/use_case/account/mod.ts";
import { MachineTime } from "../../../core/use_case/time/mod.ts";
import { type Answer } from "../edge/answer.ts";
import { type Failure } from "../edge/failure.ts";
import { type Parameters } from "../edge/parameter.ts";
import { Refused } from "../edge/refusal.ts";
import { type Call, declareRoute, type Route, type RouteDeclaration } from "../edge/route.ts";
import { type ConsoleOptions } from "./console_options.ts";
import { refuseOtherOrigin } from "../edge/same_origin_check.ts";
import { cookieHeader, sentToken } from "./session_cookie.ts";
import { digestOfToken } from "./session_token.ts";

/** A route of the console, as its author writes it. */
export interface ConsoleDeclaration<P extends Parameters, C extends Call<P>, Ports>
  extends Pick<RouteDeclaration<P, Ports>, "method" | "path" | "summary" | "parameters" | "body"> {
  readonly handle: (call: C) => Effect.Effect<Answer, Failure, Ports>;
}

const SHARED = {
  family: "coded",
  access: "public",
  bucket: "console",
  isSameOrigin: true,
  isHidden: true,
  needsNoProvider: true,
  tag: "Console",
  responses: { 200: { description: "See the handler" } },
} as const;

/** Declares a route that may be used without a session. */
export function declareConsoleRoute<const P extends Parameters, Ports>(
  declaration: ConsoleDeclaration<P, Call<P>, Ports>,
): Route<Ports> {
  return declareRoute<P, Ports>({
    ...SHARED,
    ...declaration,
    description: declaration.summary,
    handle: (call) => {
      const refusal = refuseOtherOrigin(call.request);
      return refusal === undefined ? declaration.handle(call) : Effect.fail(new Refused(refusal));
    },
  });
}

/** A request with a session. */
export interface SessionCall<P extends Parameters = Parameters> extends Call<P> {
  readonly token: string;
  readonly current: CurrentSession;
}

/** Declares a route that needs a session. A renewed one is sent its cookie again. */
export function declareSessionRoute<const P extends Parameters, Ports>(
  options: ConsoleOptions,
  declaration: ConsoleDeclaration<P, SessionCall<P>, Ports>,
): Route<Ports | SessionStore> {
  return declareConsoleRoute<P, Ports | SessionStore>({
    ...declaration,
    handle: Effect.fnUntraced(function* (call: Call<P>) {
      const token = sentToken(call.request, options);
      const found = token === undefined
        ? Option.none<CurrentSession>()
        : yield* currentSession(digestOfToken(token));
      if (token === undefined || Option.isNone(found)) return yield* NO_SESSION;
      const current = found.value;
      const answer = yield* declaration.handle({ ...call, token, current });
      if (!current.isRenewed || answer.headers?.["set-cookie"] !== undefined) return answer;
      const headers = yield* sessionCookie(options, { token, current });
      return { ...answer, headers: { ...headers, ...answer.headers } };
    }),
  });
}

/** Returns the header that sets a session's cookie until the session ends. */
export const sessionCookie = Effect.fnUntraced(function* (
  options: ConsoleOptions,
  { token, current }: Pick<SessionCall, "token" | "current">,
) {
  const nowMs = yield* (yield* MachineTime).nowMs;
  const ageSec = Math.max(0, Math.floor((current.session.expiresMs - nowMs) / 1000));
  return cookieHeader(options, { token, ageSec });
});

const NO_SESSION = new Refused({
  status: 401,
  error: "Cannot answer a request without a session",
  hint: "Sign in at /console of this service",
});
