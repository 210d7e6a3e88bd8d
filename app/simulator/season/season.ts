/**
 * The season of simulated games, as its simulators read it.
 *
 * Everything is a function of the seed and the instant of the call, so that the schedule and the
 * platforms agree across processes.
 *
 * @module
 */
import { type LeagueCode, type PlatformCode } from "../../../core/game/mod.ts";
import { type CalendarDay, type TimeRange, type UnixSec } from "../../../core/time/mod.ts";

/** A team. Its names and its number are the schedule provider's real ones. */
export interface SeasonTeam {
  readonly id: number;
  readonly league: LeagueCode;
  /** `Kansas City Chiefs`. */
  readonly displayName: string;
  /** `Kansas City`. */
  readonly location: string;
  /** `Chiefs`. */
  readonly nickname: string;
  readonly shortName: string;
  readonly abbreviation: string;
}

/**
 * The state of a game at one instant, as on a scoreboard. Scores and clock mean nothing before it.
 */
export interface Moment {
  readonly phase: "before" | "playing" | "break" | "final" | "postponed" | "cancelled";
  readonly homeScore: number;
  readonly awayScore: number;
  /** From 1; above the regular ones in extra time. 0 before the game. */
  readonly period: number;
  /**
   * The sport's clock in seconds. In soccer it counts up through added time, and begins at 45
   * minutes again in the second half. Baseball has none: 0.
   */
  readonly clockSec: number;
  /** In baseball, the half of the inning in play. */
  readonly isTop: boolean;
}

/** A game as the schedule shows it at one instant. */
export interface SeasonGame {
  /** Unique across all leagues; also the schedule's event id. */
  readonly number: number;
  readonly league: LeagueCode;
  readonly home: SeasonTeam;
  readonly away: SeasonTeam;
  /** May change, once or twice, before the game. */
  readonly kickoffSec: UnixSec;
  readonly isKickoffConfirmed: boolean;
  readonly moment: Moment;
  /** 1 or 2 if the same teams play twice that day. */
  readonly gameNumber: number | null;
  /** The number of the postponed game that this one makes up for. */
  readonly replaces: number | null;
}

/** A kind of event that a platform offers for a game. Every offer has the winner. */
export type OfferKind = "winner" | "spread" | "total" | "props";

/** A game as one platform offers it at one instant. */
export interface Offer {
  readonly platform: PlatformCode;
  readonly game: SeasonGame;
  readonly listedSec: UnixSec;
  /** The platform's kickoff, which is wrong if it differs from the schedule's. */
  readonly kickoffSec: UnixSec;
  /** Whether the platform lists the game without a start time. */
  readonly lacksKickoff: boolean;
  /** Whether the platform names the game's away side as the home side. */
  readonly isSwapped: boolean;
  /** The platform's name for the game's home side, in either position. */
  readonly homeName: string;
  readonly awayName: string;
  /** The platform's code for the side, as in tickers and slugs, in upper case. */
  readonly homeCode: string;
  readonly awayCode: string;
  readonly kinds: ReadonlyArray<OfferKind>;
  /** Whether trading has ended. */
  readonly isClosed: boolean;
  /** When it ended; null while it continues. It is final, whatever happens to the game. */
  readonly closedSec: UnixSec | null;
}

/** The games of one seed; `nowSec` limits the view to what is known by then. */
export interface Season {
  /** The leagues with games. Other leagues exist without games. */
  readonly leagues: ReadonlyArray<LeagueCode>;
  /**
   * Returns the games whose currently known kickoff is on that US Eastern day, by kickoff and
   * number.
   */
  gamesOn(league: LeagueCode, day: CalendarDay, nowSec: UnixSec): ReadonlyArray<SeasonGame>;
  /** Returns any game known by then, including those that only platforms have. */
  game(number: number, nowSec: UnixSec): SeasonGame | undefined;
  /** Returns a platform's current offers whose shown kickoff is in the range. */
  offers(
    platform: PlatformCode,
    query: { readonly league: LeagueCode; readonly range: TimeRange },
    nowSec: UnixSec,
  ): ReadonlyArray<Offer>;
}
