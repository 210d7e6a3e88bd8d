/**
 * A game, as its spine has told it so far.
 *
 * The spine is the reference schedule: what it says of a game at one look is a
 * {@linkcode SpineGame}, and what has been made of all looks is a {@linkcode Game}.
 *
 * @module
 */
import { type UnixSec } from "../time/mod.ts";
import { type LeagueCode } from "./league.ts";
import { type Redistribution } from "./redistribution.ts";
import { type GameStatus } from "./status.ts";
import { type Team } from "./team.ts";

/** The names of spines, which begin the ids of their games. */
export const SPINES = ["espn", "openfootball"] as const;

/** One of {@linkcode SPINES}. */
export type SpineName = (typeof SPINES)[number];

/** A score, and where in the game it stands. */
export interface Score {
  readonly home: number;
  readonly away: number;
  /** The clock as the spine writes it, such as `90'+5'` or `1:38`. */
  readonly clock: string | null;
  /** Halves, quarters, periods or innings from 1; above the regular ones in extra time. */
  readonly period: number | null;
  /** A short text such as `HT`, `Final/OT` or `1:38 - 2nd`. */
  readonly detail: string | null;
}

/** A score, and when any figure of it was seen to change last; null where nobody looked then. */
export interface KeptScore extends Score {
  readonly updatedSec: UnixSec | null;
}

/** What a spine says of a game at one look. */
export interface SpineGame {
  readonly eventId: string;
  readonly league: LeagueCode;
  readonly home: Team;
  readonly away: Team;
  readonly kickoffSec: UnixSec;
  /** False while the hour is a placeholder. */
  readonly isKickoffConfirmed: boolean;
  /** Null where what the spine says is no status: then the last one holds. */
  readonly status: GameStatus | null;
  /** The spine's own word for it, for the log. */
  readonly statusText: string;
  /** Null where there is none to tell: before kickoff, called off, or kept by no one. */
  readonly score: Score | null;
}

/** A kickoff that was given up for another one. */
export interface PreviousKickoff {
  readonly kickoffSec: UnixSec;
  /** When we learned that it had changed. */
  readonly changedSec: UnixSec;
}

/** A game as it is kept. */
export interface Game {
  /** `<spine>:<event id>`. */
  readonly id: string;
  readonly spine: { readonly source: SpineName; readonly eventId: string };
  readonly league: LeagueCode;
  readonly home: Team;
  readonly away: Team;
  readonly status: GameStatus;
  readonly kickoffSec: UnixSec;
  readonly isKickoffConfirmed: boolean;
  /**
   * Whether the spine has it no more, neither on its day nor on those beside it: it was moved, and
   * nobody knows to when.
   */
  readonly isOffSchedule: boolean;
  /** Oldest first. */
  readonly previousKickoffs: ReadonlyArray<PreviousKickoff>;
  /**
   * When it was seen to be over, having been played at most 5 minutes before; null where nobody
   * looked at that time.
   */
  readonly actualEndSec: UnixSec | null;
  readonly score: KeptScore | null;
  /** The id of the game that this one is played in the place of. */
  readonly supersedes: string | null;
  readonly redistributable: Redistribution;
}

/** Whether it is not played when it was to be. */
export function isCalledOff({ status }: Pick<Game, "status">): boolean {
  return status === "postponed" || status === "cancelled";
}

/** The id of a game. */
export function gameId(source: SpineName, eventId: string): string {
  return `${source}:${eventId}`;
}
