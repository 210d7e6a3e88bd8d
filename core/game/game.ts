/**
 * A game, built from the observations of its schedule.
 *
 * What the reference schedule lists at one observation is a {@linkcode ScheduledGame}; the state
 * after all observations is a {@linkcode Game}.
 *
 * @module
 */
import { type UnixSec } from "../time/mod.ts";
import { type LeagueCode } from "./league.ts";
import { type Redistribution } from "./redistribution.ts";
import { type GameStatus } from "./status.ts";
import { type Team } from "./team.ts";

/** The names of schedules, which prefix the ids of their games. */
export const SCHEDULES = ["espn", "openfootball"] as const;

/** One of {@linkcode SCHEDULES}. */
export type ScheduleName = (typeof SCHEDULES)[number];

/** A score with clock and period. */
export interface Score {
  readonly home: number;
  readonly away: number;
  /** The clock as the schedule writes it, such as `90'+5'` or `1:38`. */
  readonly clock: string | null;
  /** Half, quarter, period or inning from 1; above the regular count in extra time. */
  readonly period: number | null;
  /** A short text such as `HT`, `Final/OT` or `1:38 - 2nd`. */
  readonly detail: string | null;
}

/** A score and when any of its fields last changed; null if no observation covers that time. */
export interface KeptScore extends Score {
  readonly updatedSec: UnixSec | null;
}

/** A game as the schedule lists it at one observation. */
export interface ScheduledGame {
  readonly eventId: string;
  readonly league: LeagueCode;
  readonly home: Team;
  readonly away: Team;
  readonly kickoffSec: UnixSec;
  /** False while the time of day is a placeholder. */
  readonly isKickoffConfirmed: boolean;
  /** Null if the schedule's text maps to no status: the previous status stays. */
  readonly status: GameStatus | null;
  /** The schedule's own text for the status, for the log. */
  readonly statusText: string;
  /** Null if there is none: before kickoff, called off, or no score is kept. */
  readonly score: Score | null;
}

/** A kickoff that was replaced by another one. */
export interface PreviousKickoff {
  readonly kickoffSec: UnixSec;
  /** When the service learned of the change. */
  readonly changedSec: UnixSec;
}

/** A stored game. */
export interface Game {
  /** `<schedule>:<event id>`. */
  readonly id: string;
  /** The schedule and its event. The stored JSON and the wire use this field name. */
  readonly spine: { readonly source: ScheduleName; readonly eventId: string };
  readonly league: LeagueCode;
  readonly home: Team;
  readonly away: Team;
  readonly status: GameStatus;
  readonly kickoffSec: UnixSec;
  readonly isKickoffConfirmed: boolean;
  /**
   * Whether the schedule no longer lists it, neither on its day nor on the adjacent ones: it was
   * moved to an unknown date.
   */
  readonly isOffSchedule: boolean;
  /** Oldest first. */
  readonly previousKickoffs: ReadonlyArray<PreviousKickoff>;
  /**
   * When it was first observed as over, having been observed live at most 5 minutes earlier; null
   * if no observation covers that time.
   */
  readonly actualEndSec: UnixSec | null;
  readonly score: KeptScore | null;
  /** The id of the game that this one makes up for. */
  readonly supersedes: string | null;
  readonly redistributable: Redistribution;
}

/** Whether a game is postponed or cancelled. */
export function isCalledOff({ status }: Pick<Game, "status">): boolean {
  return status === "postponed" || status === "cancelled";
}

/** Returns the id of a game. */
export function gameId(source: ScheduleName, eventId: string): string {
  return `${source}:${eventId}`;
}
