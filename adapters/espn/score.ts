/**
 * Reads the score, clock and period of a game.
 *
 * @module
 */
import type { GameStatus, Score } from "../../core/game/mod.ts";
import type { EspnCompetitor, EspnStatus } from "./payload.ts";

/**
 * Returns the score of a live or finished game; null for any other, whose sides have `"0"` each,
 * and if the provider keeps none, as in fights and tennis.
 *
 * The clock is the text on the scoreboard: baseball, which has none, always shows `0:00`. Extra
 * time counts. Shootout goals are in a separate field (`shootoutScore`) and never count.
 */
export function toScore(
  { home, away, status }: {
    readonly home: EspnCompetitor;
    readonly away: EspnCompetitor;
    readonly status: EspnStatus;
  },
  is: GameStatus | null,
): Score | null {
  if (is !== "live" && is !== "finished") return null;
  const [homeScore, awayScore] = [readPoints(home.score), readPoints(away.score)];
  if (homeScore === undefined || awayScore === undefined) return null;
  return {
    home: homeScore,
    away: awayScore,
    clock: stated(status.displayClock),
    period: readPeriod(status.period),
    detail: stated(status.type?.shortDetail) ?? stated(status.type?.detail),
  };
}

/** Parses digits; `-14` and `1.5` are not scores of a game. */
function readPoints(score: unknown): number | undefined {
  const text = typeof score === "number" ? String(score) : score;
  return typeof text === "string" && /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

/** Periods count from 1; the provider's period 0 means none yet. */
function readPeriod(period: number | null | undefined): number | null {
  const isPeriod = typeof period === "number" && Number.isInteger(period) && period >= 1;
  return isPeriod ? period : null;
}

function stated(text: string | null | undefined): string | null {
  return text?.trim() || null;
}
