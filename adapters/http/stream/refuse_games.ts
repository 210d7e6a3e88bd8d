/**
 * Why games cannot be followed from where a client wants to.
 *
 * @module
 */
import { gameSeq } from "../../../core/port/mod.ts";
import { type Refusal } from "../refusal.ts";

/**
 * A replica may be some writes behind the one a client comes from. Numbers further on are of a
 * store that was set back, or no numbers of games: nothing would be told until they are passed.
 */
const AHEAD_MAX = gameSeq(200, 0);

/** Undefined where they can be. `headSeq`: the latest number; undefined before games are read. */
export function refuseGames(
  since: number | undefined,
  headSeq: number | undefined,
): Refusal | undefined {
  if (headSeq === undefined) return NOT_READ_YET;
  if (since === undefined || since <= headSeq + AHEAD_MAX) return undefined;
  return {
    status: 400,
    error: `Cannot go on after ${since}: the latest number is ${headSeq}`,
    hint: "Subscribe without since, and ask GET /api/v1/games for the list",
  };
}

const NOT_READ_YET: Refusal = {
  status: 503,
  error: "Cannot follow games yet: they are still being read",
  hint: "Try again shortly",
};
