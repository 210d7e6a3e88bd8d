/**
 * Maps the provider's status to a game status.
 *
 * Names take precedence over states: a postponed game has the state `post`, like a finished one.
 *
 * @module
 */
import type { GameStatus } from "../../core/game/mod.ts";
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

/**
 * Returns the status, or null if there is none: in particular for a past game (`post`) that is
 * neither completed nor called off by a known name.
 *
 * A suspended game has begun. If its start is still ahead, it resumes then, and is postponed;
 * otherwise it may resume at any moment, and is live.
 */
export function toGameStatus(
  { type }: EspnStatus,
  { kickoffSec, nowSec }: { readonly kickoffSec: UnixSec; readonly nowSec: UnixSec },
): GameStatus | null {
  const name = (type?.name ?? "").replace(/^STATUS_/, "");
  if (name === "POSTPONED") return "postponed";
  if (CALLED_OFF.has(name)) return "cancelled";
  if (name === "SUSPENDED") return kickoffSec > nowSec ? "postponed" : "live";
  if (type?.completed === true || OVER.has(name)) return "finished";
  if (type?.state === "in") return "live";
  if (type?.state === "pre") return "scheduled";
  return null;
}

/** Returns the provider's own text for the status; empty if it has none. */
export function statusTextOf({ type }: EspnStatus): string {
  return type?.name ?? type?.description ?? type?.state ?? "";
}
