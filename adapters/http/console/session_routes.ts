/**
 * `/console/api/sessions`: the sessions of an account, listed and ended.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import type { Session } from "../../../core/access/mod.ts";
import { endOtherSessions, endSession, listSessions } from "../../../core/use_case/account/mod.ts";
import { type ConsoleOptions } from "./console_options.ts";
import { declareSessionRoute } from "./console_route.ts";
import { iso } from "./session_body.ts";
import { noCookieHeader } from "./session_cookie.ts";

const PATH = "/console/api/sessions";

/** The routes. */
export function sessionRoutes(options: ConsoleOptions) {
  return [
    declareSessionRoute(options, {
      method: "GET",
      path: PATH,
      summary: "The account's sessions, newest first; instants are the machine's",
      parameters: [],
      handle: ({ current: { session: { accountId, id } } }) =>
        Effect.map(listSessions(accountId), ({ nowMs, sessions }) => ({
          body: {
            now: iso(nowMs),
            sessions: sessions.map((session) => bodyOf(session, id)),
          },
        })),
    }),
    declareSessionRoute(options, {
      method: "DELETE",
      path: PATH,
      summary: "End all sessions but this one",
      parameters: [],
      handle: ({ current: { session } }) =>
        Effect.map(endOtherSessions(session), (ended) => ({ body: { ended } })),
    }),
    declareSessionRoute(options, {
      method: "DELETE",
      path: `${PATH}/{sessionId}`,
      summary: "End a session",
      parameters: [idParameter("sessionId")],
      handle: ({ current: { session: { accountId, id } }, path: { sessionId } }) =>
        Effect.as(endSession(accountId, sessionId), {
          status: 204,
          body: null,
          headers: sessionId === id ? noCookieHeader(options) : {},
        }),
    }),
  ];
}

/** Declares an id in a path. */
export function idParameter<const Name extends string>(name: Name) {
  return {
    name,
    in: "path",
    required: true,
    schema: Type.String(),
    description: "An id, as listed",
    example: "0199f2c4-7b1e-7000-8000-5a1e6b7c8d9e",
  } as const;
}

function bodyOf(session: Session, currentId: string) {
  return {
    id: session.id,
    created_at: iso(session.createdMs),
    last_seen_at: iso(session.seenMs),
    expires_at: iso(session.expiresMs),
    user_agent: session.userAgent,
    address: session.address,
    current: session.id === currentId,
  };
}
