/**
 * Derives the status and score of a match.
 *
 * @module
 */
import type { ScheduledGame, Score } from "../../core/game/mod.ts";
import type { UnixSec } from "../../core/time/mod.ts";
import type { Kickoff } from "./kickoff.ts";
import type { OpenfootballMatch } from "./payload.ts";

/** The status and score of a match. */
export type MatchStatus = Pick<ScheduledGame, "status" | "statusText" | "score">;

/** Rounds that need a winner, by penalties if necessary. */
const KNOCKOUT = /play|final|knock|round of|elimin|qualif|prelim|\bleg\b/i;

/**
 * Returns the current status and score. The data has results but no live, postponed or cancelled
 * matches: after kickoff, a match without a result may be any of those.
 */
export function matchStatusOf(
  match: OpenfootballMatch,
  { kickoff, nowSec }: { readonly kickoff: Kickoff; readonly nowSec: UnixSec },
): MatchStatus {
  const hasResult = match.score?.ft !== undefined && match.score.ft !== null;
  const hasBegun = kickoff.notBeforeSec <= nowSec;
  if (!hasResult) {
    return { status: hasBegun ? null : "scheduled", statusText: "no result", score: null };
  }
  // Either the kickoff or the result is wrong.
  if (!hasBegun) return { status: null, statusText: "a result before its kickoff", score: null };
  return { status: "finished", statusText: "a result", score: finalScore(match) };
}

/**
 * The goals after extra time, if any, without those of a shootout.
 *
 * In some seasons `ft` of a match decided by a shootout includes its goals without a marker: in
 * 2024-25/uefa.cl.json Liverpool v Paris on 2025-03-11 is 1-5, which was 0-1 and 1-4 on penalties.
 * So in a knockout round `ft` is used only if `et` or `p` is present.
 */
function finalScore({ round, score }: OpenfootballMatch): Score | null {
  const { ft, et, p } = score ?? {};
  const hasExtraScore = (et ?? p ?? null) !== null;
  const goals = et ?? ft;
  if (goals === undefined || goals === null) return null;
  if (!hasExtraScore && KNOCKOUT.test(round ?? "")) return null;
  const [home, away] = goals;
  const detail = p !== undefined && p !== null ? "FT-Pens" : hasExtraScore ? "AET" : "FT";
  return { home, away, clock: null, period: null, detail };
}
