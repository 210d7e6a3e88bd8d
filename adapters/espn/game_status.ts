/**
 * Maps the provider's status to a game status.
 *
 * Names take precedence over states: a postponed game has the state `post`, like a finished one.
 *
 * @module
 */
import { type GameStatus, SAME_DAY_SEC_MAX } from "../../core/game/mod.ts";
import type { UnixSec } from "../../core/time/mod.ts";
import type { EspnStatus } from "./payload.ts";

const CALLED_OFF: ReadonlySet<string> = new Set([
  "CANCELED",
  "CANCELLED",
  "ABANDONED",
  "UNCONTESTED",
]);

const OVER: ReadonlySet<string> = new Set([
  "FINAL",
  "FULL_TIME",
  "FINAL_PEN",
  "FINAL_AET",
  "FINAL_ET",
  "FINAL_OT",
  "FULL_PEN",
  "FULL_TIME_ET",
  "FINAL_AWD",
  "FORFEIT",
  "RETIRED",
  "WALKOVER",
]);

/** A game that began, or was about to, and is not played: `DELAYED`, `RAIN_DELAY`, `SUSPENDED`. */
const STOPPED = /(?:^|_)(?:DELAY|DELAYED|INTERRUPTED|STOPPED|SUSPENDED)$/;

/** When the game begins or began, and when it was observed. */
interface Instants {
  readonly kickoffSec: UnixSec;
  readonly nowSec: UnixSec;
}

/**
 * Returns the status, or null if there is none: in particular for a past game (`post`) that is
 * neither completed nor called off by a known name.
 */
export function toGameStatus({ type }: EspnStatus, instants: Instants): GameStatus | null {
  const name = (type?.name ?? "").replace(/^STATUS_/, "");
  if (name === "POSTPONED") return "postponed";
  if (CALLED_OFF.has(name)) return "cancelled";
  if (name === "SUSPENDED") return isPutOff(instants) ? "postponed" : "live";
  if (type?.completed === true || OVER.has(name)) return "finished";
  if (STOPPED.test(name) && isOutOfDay(instants)) return "postponed";
  if (type?.state === "in") return "live";
  if (type?.state === "pre") return "scheduled";
  return null;
}

/**
 * Whether a suspended game is put off. If its start is ahead again, it resumes then; on the day of
 * its start it may resume at any moment; after that, on a day that nobody knows.
 */
function isPutOff(instants: Instants): boolean {
  return instants.kickoffSec > instants.nowSec || isOutOfDay(instants);
}

function isOutOfDay({ kickoffSec, nowSec }: Instants): boolean {
  return nowSec - kickoffSec >= SAME_DAY_SEC_MAX;
}

/** Returns the provider's own text for the status; empty if it has none. */
export function statusTextOf({ type }: EspnStatus): string {
  return type?.name ?? type?.description ?? type?.state ?? "";
}
