/**
 * The sessions of an account, listed and ended.
 *
 * @module
 */
import { Effect } from "effect";
import { Elysia, t } from "elysia";
import type { Session } from "../../../core/access/mod.ts";
import { endOtherSessions, endSession, listSessions } from "../../../core/use_case/account/mod.ts";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { ofPage } from "./console_access.ts";
import type { ConsoleOptions } from "./console_options.ts";
import type { ConsolePorts } from "./console_ports.ts";
import { type HeldSession, iso, withSession } from "./page_session.ts";
import { noCookieHeader } from "./session_cookie.ts";
import { BySession, Ended, type SessionItem, SessionList } from "./wire_console.ts";

/** The routes. */
export function sessions<Ports>(gate: Gate<Ports | ConsolePorts>, options: ConsoleOptions) {
  return new Elysia({ name: "sessions", prefix: "/console/api" })
    .use(edge(gate, "coded"))
    .get("/sessions", ({ call, answer }) => answer(withSession(options, call, listed)), {
      ...ofPage(),
      response: answers("coded", { 200: SessionList }),
    })
    .delete("/sessions", ({ call, answer }) => answer(withSession(options, call, endOthers)), {
      ...ofPage(),
      response: answers("coded", { 200: Ended }),
    })
    .delete(
      "/sessions/:sessionId",
      ({ params, call, answer }) =>
        answer(withSession(options, call, (held) => endOne(options, held, params.sessionId))),
      { ...ofPage(), params: BySession, response: answers("coded", { 204: t.Null() }) },
    )
    .use(otherMethods);
}

/** Newest first; instants are the machine's. */
function listed({ current: { session: { accountId, id } } }: HeldSession) {
  return Effect.map(listSessions(accountId), ({ nowMs, sessions }) => ({
    body: { now: iso(nowMs), sessions: sessions.map((session) => itemOf(session, id)) },
  }));
}

function endOthers({ current: { session } }: HeldSession) {
  return Effect.map(endOtherSessions(session), (ended) => ({ body: { ended } }));
}

function endOne(
  options: ConsoleOptions,
  { current: { session: { accountId, id } } }: HeldSession,
  sessionId: string,
) {
  return Effect.as(endSession(accountId, sessionId), {
    status: 204,
    body: null,
    headers: sessionId === id ? noCookieHeader(options) : {},
  });
}

function itemOf(session: Session, currentId: string): typeof SessionItem.static {
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
