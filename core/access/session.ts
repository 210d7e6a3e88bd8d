/**
 * Sessions of the console: how long one lasts. Instants are unix milliseconds of machine time,
 * because a sandbox's clock may run many times as fast as its user.
 *
 * @module
 */
import { Option } from "effect";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A session ends after so long without use. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
/** A session ends after so long, however much it is used. */
export const SESSION_LIFE_MS = 90 * DAY_MS;
/** A session in use is renewed at most this often. */
export const SESSION_RENEW_MS = HOUR_MS;
/** The most sessions of an account. One more ends the oldest. */
export const SESSIONS_MAX = 20;
/** A one-time link works for so long. */
export const LINK_MS = 15 * 60_000;
/** How long a session that began with a link may set a password without the former one. */
const PASSWORD_FREE_MS = LINK_MS;

/** A session, without the token that it is known by. */
export interface Session {
  readonly id: string;
  readonly accountId: string;
  /** Whether it began with a one-time link, and not with a password. */
  readonly beganWithLink: boolean;
  /** The browser, as it named itself. */
  readonly userAgent: string;
  /** The client address that signed in. */
  readonly address: string;
  readonly createdMs: number;
  /** When it was begun or last renewed. */
  readonly seenMs: number;
  readonly expiresMs: number;
}

/** Returns when a session ends that is used now and not again. */
export function sessionEndMs({ createdMs, nowMs }: {
  readonly createdMs: number;
  readonly nowMs: number;
}): number {
  return Math.min(createdMs + SESSION_LIFE_MS, nowMs + SESSION_IDLE_MS);
}

/** Returns a session that is used now, renewed; none while its last renewal is fresh. */
export function renewedSession(session: Session, nowMs: number): Option.Option<Session> {
  if (nowMs - session.seenMs < SESSION_RENEW_MS) return Option.none();
  const { createdMs } = session;
  return Option.some({ ...session, seenMs: nowMs, expiresMs: sessionEndMs({ createdMs, nowMs }) });
}

/** Whether a session may set a password without the former one: it began with a link just now. */
export function maySetPasswordFreely(session: Session, nowMs: number): boolean {
  return session.beganWithLink && nowMs - session.createdMs < PASSWORD_FREE_MS;
}
