/**
 * What a season of simulated games is to the simulators that show it.
 *
 * Everything is a function of the seed and the instant it is looked at, so that the schedule and
 * the platforms agree with each other, in whatever processes they run.
 *
 * @module
 */
import { type LeagueCode, type PlatformCode } from "../../../core/game/mod.ts";
import { type CalendarDay, type TimeRange, type UnixSec } from "../../../core/time/mod.ts";

/** A team. Its names and its number are those the schedule's provider really uses. */
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

/** What a scoreboard shows of a game at one instant. Scores and clock mean nothing before it. */
export interface Moment {
  readonly phase: "before" | "playing" | "break" | "final" | "postponed" | "cancelled";
  readonly homeScore: number;
  readonly awayScore: number;
  /** From 1; above the regular ones in extra time. 0 before the game. */
  readonly period: number;
  /**
   * What the clock shows, in seconds, in the way of the sport. In soccer it counts up, on through
   * added time, and begins at 45 minutes again in the second half. Baseball has none: 0.
   */
  readonly clockSec: number;
  /** In baseball, which half of the inning is played. */
  readonly isTop: boolean;
}

/** A game as the schedule has it at one instant. */
export interface SeasonGame {
  /** Unique among all leagues, and the schedule's event id. */
  readonly number: number;
  readonly league: LeagueCode;
  readonly home: SeasonTeam;
  readonly away: SeasonTeam;
  /** It may move, once or twice, before it is played. */
  readonly kickoffSec: UnixSec;
  readonly isKickoffConfirmed: boolean;
  readonly moment: Moment;
  /** 1 or 2 where the same teams play twice that day. */
  readonly gameNumber: number | null;
  /** The number of the postponed game that is made up for by this one. */
  readonly replaces: number | null;
}

/** A kind of event that a platform has of a game. Every offer has the winner. */
export type OfferKind = "winner" | "spread" | "total" | "props";

/** A game as one platform offers it at one instant. */
export interface Offer {
  readonly platform: PlatformCode;
  readonly game: SeasonGame;
  readonly listedSec: UnixSec;
  /** Where the platform's own idea of the kickoff differs from the schedule's, it is wrong. */
  readonly kickoffSec: UnixSec;
  /** True where the platform lists the game without saying when it begins. */
  readonly lacksKickoff: boolean;
  /** The platform names the game's away side where it names home sides. */
  readonly isSwapped: boolean;
  /** What the platform calls the game's home side, wherever it names it. */
  readonly homeName: string;
  readonly awayName: string;
  /** The code it uses for the side, such as in tickers and slugs, in upper case. */
  readonly homeCode: string;
  readonly awayCode: string;
  readonly kinds: ReadonlyArray<OfferKind>;
  /** Trading has ended. */
  readonly isClosed: boolean;
  /** When it ended; null while it goes on. It stays, whatever becomes of the game. */
  readonly closedSec: UnixSec | null;
}

/** The games of one seed, of which `nowSec` sees what is known by then. */
export interface Season {
  /** The leagues that are played. Others exist, and have no games. */
  readonly leagues: ReadonlyArray<LeagueCode>;
  /** Games whose kickoff, as it is known now, lies on that US Eastern day. By kickoff, number. */
  gamesOn(league: LeagueCode, day: CalendarDay, nowSec: UnixSec): ReadonlyArray<SeasonGame>;
  /** Any game that is known by then, those included that platforms have and no schedule. */
  game(number: number, nowSec: UnixSec): SeasonGame | undefined;
  /** What a platform has listed by now of games whose kickoff it says lies in the range. */
  offers(
    platform: PlatformCode,
    query: { readonly league: LeagueCode; readonly range: TimeRange },
    nowSec: UnixSec,
  ): ReadonlyArray<Offer>;
}
