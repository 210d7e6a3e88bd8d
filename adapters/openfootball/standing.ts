/**
 * How a match ended, as far as the data can be believed.
 *
 * @module
 */
import type { Score, SpineGame } from "../../core/game/mod.ts";
import type { UnixSec } from "../../core/time/mod.ts";
import type { Kickoff } from "./kickoff.ts";
import type { OpenfootballMatch } from "./payload.ts";

/** What is said of how a match stands. */
export type Standing = Pick<SpineGame, "status" | "statusText" | "score">;

/** Rounds that somebody has to win, if need be by penalties. */
const KNOCKOUT = /play|final|knock|round of|elimin|qualif|prelim|\bleg\b/i;

/**
 * How a match stands now. The data has results, and knows of no live, postponed or cancelled match:
 * from its kickoff on, one without a result may be any of those.
 */
export function standingOf(
  match: OpenfootballMatch,
  { kickoff, nowSec }: { readonly kickoff: Kickoff; readonly nowSec: UnixSec },
): Standing {
  const hasResult = match.score?.ft !== undefined && match.score.ft !== null;
  const hasBegun = kickoff.notBeforeSec <= nowSec;
  if (!hasResult) {
    return { status: hasBegun ? null : "scheduled", statusText: "no result", score: null };
  }
  // One of the two is wrong.
  if (!hasBegun) return { status: null, statusText: "a result before its kickoff", score: null };
  return { status: "finished", statusText: "a result", score: finalScore(match) };
}

/**
 * Goals after extra time, where there was some, without those of a shoot-out.
 *
 * In some seasons `ft` of a match that was decided by a shoot-out counts its goals in, and nothing
 * says so: in 2024-25/uefa.cl.json Liverpool v Paris on 2025-03-11 is 1-5, which was 0-1 and 1-4 on
 * penalties. So it is believed in a knockout round only beside `et` or `p`.
 */
function finalScore({ round, score }: OpenfootballMatch): Score | null {
  const { ft, et, p } = score ?? {};
  const isTold = (et ?? p ?? null) !== null;
  const goals = et ?? ft;
  if (goals === undefined || goals === null) return null;
  if (!isTold && KNOCKOUT.test(round ?? "")) return null;
  const [home, away] = goals;
  const detail = p !== undefined && p !== null ? "FT-Pens" : isTold ? "AET" : "FT";
  return { home, away, clock: null, period: null, detail };
}
