/**
 * How long games last from kickoff, measured where the service has seen enough of them end.
 *
 * @module
 */
import { type Game } from "./game.ts";
import { LEAGUE_FACTS, type LeagueCode } from "./league.ts";
import { type Sport } from "./sport.ts";

/** The source of a duration: measured by this service, or published elsewhere. */
export type DurationBasis = "league_measured" | "sport_prior";

/** The median and 90th-percentile duration of a league's games, in whole minutes. */
export interface LeagueDuration {
  readonly medianMin: number;
  readonly p90Min: number;
  /** Null if nothing is known and the figures are {@linkcode DURATION_DEFAULT}. */
  readonly basis: DurationBasis | null;
}

/** Minimum number of measured games for a league's own figures. */
export const MEASURED_GAMES_MIN = 20;

/** The assumed duration where nothing is known: 3 and 4 hours. */
export const DURATION_DEFAULT: LeagueDuration = { medianMin: 180, p90Min: 240, basis: null };

/** Longer games were suspended and resumed on another day, so they measure no duration. */
const MEASURED_MIN_MAX = 720;

/** The number of games by duration: the index is the minutes. */
export type DurationCounts = Uint32Array;

/** Returns counts without any game. */
export function noDurations(): DurationCounts {
  return new Uint32Array(MEASURED_MIN_MAX + 1);
}

/** Returns the whole minutes from kickoff to end; undefined if the game does not tell. */
export function measuredMin(game: Game): number | undefined {
  const { status, kickoffSec, actualEndSec, isKickoffConfirmed } = game;
  if (status !== "finished" || actualEndSec === null || !isKickoffConfirmed) return undefined;
  const minutes = Math.round((actualEndSec - kickoffSec) / 60);
  return minutes > 0 && minutes <= MEASURED_MIN_MAX ? minutes : undefined;
}

/** Returns the duration of a league's games: measured if possible, else a published figure. */
export function durationOf(league: LeagueCode, counts: DurationCounts): LeagueDuration {
  const games = counts.reduce((sum, count) => sum + count, 0);
  if (games < MEASURED_GAMES_MIN) return priorOf(league);
  const [low, high] = [Math.ceil(games / 2), Math.floor(games / 2) + 1];
  return {
    medianMin: Math.round((ranked(counts, low) + ranked(counts, high)) / 2),
    p90Min: ranked(counts, Math.ceil(games * 9 / 10)),
    basis: "league_measured",
  };
}

/** The minutes of the `rank`-th shortest game, from 1. */
function ranked(counts: DurationCounts, rank: number): number {
  let left = rank;
  return counts.findIndex((count) => (left -= count) <= 0);
}

/** Published figures. */
interface Prior {
  readonly medianMin: number;
  readonly p90Min: number;
  /** From the listed kickoff to the real one. */
  readonly lagMin: number;
}

/**
 * Published durations by league, as of autumn 2026.
 *
 * - mlb: 2,429 games of 2024, Retrosheet game logs. Before the pitch clock of 2023 a game took half
 *   an hour longer.
 * - nba: 5,273 regular games of 2018 to 2023, stats.nba.com.
 * - nfl, ncaaf, nhl, ncaab: means from the press; the 90th percentiles are guesses.
 */
const LEAGUE_PRIORS: ReadonlyMap<LeagueCode, Prior> = new Map([
  ["mlb", { medianMin: 157, p90Min: 182, lagMin: 3 }],
  ["nba", { medianMin: 133, p90Min: 147, lagMin: 9 }],
  ["nfl", { medianMin: 190, p90Min: 210, lagMin: 0 }],
  ["ncaaf", { medianMin: 207, p90Min: 235, lagMin: 0 }],
  ["nhl", { medianMin: 148, p90Min: 168, lagMin: 8 }],
  ["ncaab", { medianMin: 125, p90Min: 142, lagMin: 0 }],
]);

/**
 * Published durations by sport, for the other leagues.
 *
 * - soccer: 49 league matches without extra time whose stoppage time was measured.
 * - tennis: 8,841 matches of three sets, 2019 and 2022 to 2024; five sets take half as long again.
 * - the others: as their leagues above.
 */
const SPORT_PRIORS: ReadonlyMap<Sport, Prior> = new Map([
  ["soccer", { medianMin: 116, p90Min: 121, lagMin: 0 }],
  ["tennis", { medianMin: 101, p90Min: 155, lagMin: 0 }],
  ["basketball", { medianMin: 133, p90Min: 147, lagMin: 9 }],
]);

/** The duration of a league with too few measured games. */
function priorOf(league: LeagueCode): LeagueDuration {
  const prior = LEAGUE_PRIORS.get(league) ?? SPORT_PRIORS.get(LEAGUE_FACTS[league].sport);
  if (prior === undefined) return DURATION_DEFAULT;
  const { medianMin, p90Min, lagMin } = prior;
  return { medianMin: medianMin + lagMin, p90Min: p90Min + lagMin, basis: "sport_prior" };
}
