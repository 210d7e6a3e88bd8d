/**
 * The requests of the console about sessions.
 *
 * @module
 */
import { askConsole } from "../service/console_api.ts";

/** A session: a browser that is signed in. Instants are ISO 8601. */
export interface SessionRow {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
  /** Empty where it is not known, and so is the address. */
  readonly user_agent: string;
  readonly address: string;
  /** Whether it is this one. */
  readonly current: boolean;
}

/** The account's sessions. */
export interface SessionList {
  readonly now: string;
  readonly sessions: ReadonlyArray<SessionRow>;
}

const PATH = "/console/api/sessions";

/** Lists the sessions that are not over. */
export function listSessions(signal: AbortSignal): Promise<SessionList> {
  return askConsole<SessionList>("GET", PATH, { signal });
}

/** Ends a session. */
export function endSession(id: string): Promise<void> {
  return askConsole<void>("DELETE", `${PATH}/${encodeURIComponent(id)}`);
}

/** Ends all sessions but this one; returns how many. */
export async function endOtherSessions(): Promise<number> {
  return (await askConsole<{ readonly ended: number }>("DELETE", PATH)).ended;
}
