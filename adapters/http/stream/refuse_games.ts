/**
 * Refuses a games subscription that cannot start where the client asks.
 *
 * @module
 */
import { gameSeq } from "../../../core/port/game_store.ts";
import type { Refusal } from "../edge/answer/refusal.ts";

/**
 * How far `since` may lie ahead: this replica may be some writes behind the client's last one. A
 * larger number comes from a store that was reset, or is not a game number; the client would
 * receive nothing until it is passed.
 */
const AHEAD_MAX = gameSeq(200, 0);

/**
 * Returns undefined if games can be followed. `headSeq`: the latest number; undefined until games
 * are read.
 */
export function refuseGames(
  since: number | undefined,
  headSeq: number | undefined,
): Refusal | undefined {
  if (headSeq === undefined) return NOT_READ_YET;
  if (since === undefined || since <= headSeq + AHEAD_MAX) return undefined;
  return {
    status: 400,
    error: `Cannot continue after ${since}: the latest number is ${headSeq}`,
    hint: "Subscribe without since, and get the list from GET /api/v1/games",
  };
}

const NOT_READ_YET: Refusal = {
  status: 503,
  error: "Cannot follow games yet: they are still being read",
  hint: "Try again shortly",
};
