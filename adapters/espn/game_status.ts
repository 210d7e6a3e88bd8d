/**
 * Where a game stands, from the provider's name for it.
 *
 * Names decide before states do: a postponed game has the state `post`, as one that is over has.
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
 * The status, or null for what is none: above all a game that is past (`post`) and was neither
 * completed nor called off by a name that is known.
 *
 * A suspended game has begun. So a start that is still ahead is when it will be gone on with, and
 * it is postponed to then; without one it may go on any moment, and is live.
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

/** The provider's own word for where a game stands; empty where it has none. */
export function statusTextOf({ type }: EspnStatus): string {
  return type?.name ?? type?.description ?? type?.state ?? "";
}
