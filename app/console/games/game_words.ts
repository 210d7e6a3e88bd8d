/**
 * Facts of a game in words.
 *
 * @module
 */
import type { ListedGame } from "../../client/typescript/game.ts";
import type { GameCoverage, GamePlatform } from "../../client/typescript/wire/game.ts";

/** What a coverage is called, its symbol, and what it means. */
export interface CoverageWords {
  readonly symbol: string;
  readonly word: string;
  readonly meaning: string;
}

/** Unknown is no "no": it has a symbol and a word of its own. */
export const COVERAGE_WORDS: Readonly<Record<GameCoverage["status"], CoverageWords>> = {
  listed: {
    symbol: "✓",
    word: "listed",
    meaning: "The game was found there",
  },
  not_listed: {
    symbol: "✕",
    word: "not listed",
    meaning: "A complete scan of the league, at most 30 minutes old, did not have it: " +
      "only this means no",
  },
  not_checked: {
    symbol: "?",
    word: "not checked",
    meaning: "Unknown: no scan proves that it is not there, or something there may be this game",
  },
};

/** Every coverage, the surest first. */
export const COVERAGES = Object.keys(COVERAGE_WORDS) as ReadonlyArray<GameCoverage["status"]>;

/** How sure it is that a listing is of this game. */
export const CONFIDENCE_WORDS: Readonly<Record<GamePlatform["confidence"], string>> = {
  exact: "exact: both teams and the kickoff match",
  high: "high: both teams match, with sides swapped or another kickoff",
  review: "for review: it may be this game",
};

/** Where the clock of a game stands; empty where nothing is known. */
export function progressText({ status, score }: Pick<ListedGame, "status" | "score">): string {
  if (score === null || (status !== "live" && status !== "finished")) return "";
  const { detail, clock, period } = score;
  if (detail !== null && detail !== "") return detail;
  const parts = [clock, period === null ? null : `period ${period}`];
  return parts.filter((part) => part !== null && part !== "").join(", ");
}

/** Where the expected duration of a game comes from. */
export function basisText(basis: ListedGame["time"]["est_basis"]): string {
  if (basis === "league_measured") return "measured by this service in the league";
  if (basis === "sport_prior") return "published figures of the sport";
  return "assumed: nothing is known of the league";
}

/** A code of a league, as leagues are abbreviated. */
export function leagueCodeText(code: string): string {
  return code.toUpperCase();
}
