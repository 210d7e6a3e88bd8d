/**
 * What the service answers about games.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */
import type { LeagueCode, PlatformCode } from "./names.ts";

export interface Games {
  readonly data: ReadonlyArray<Game>;
  /** Send it as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly meta: GamesOfWindowMeta;
}

/** A game of the reference schedule */
export interface Game {
  /** `<schedule>:<event id>` */
  readonly id: string;
  /** Sport; `football` is American football */
  readonly sport: "football" | "basketball" | "baseball" | "hockey" | "soccer" | "mma" | "tennis";
  /** League code; see `GET /api/v1/leagues` */
  readonly league: LeagueCode;
  /** Only this field says whether a game is over */
  readonly status: "scheduled" | "live" | "finished" | "postponed" | "cancelled";
  readonly home: Team;
  readonly away: Team;
  readonly time: GameTime;
  readonly score: GameScore | null;
  readonly spine: {
    /** The reference schedule */
    readonly source: "espn" | "openfootball";
    readonly event_id: string;
    /** A sentence about its licence */
    readonly license_note: string | null;
  };
  /** Id of the game that this one makes up for */
  readonly supersedes: string | null;
  /** Whether the schedule's source permits redistribution */
  readonly redistributable: "yes" | "no" | "unknown";
  /** Platforms on which it was found; present with `include=platforms` */
  readonly platforms?: ReadonlyArray<GamePlatform>;
  /** Every integrated platform; present with `include=coverage` */
  readonly coverage?: ReadonlyArray<GameCoverage>;
}

/** A side of a game: a team, or in some sports a person */
export interface Team {
  /** `<sport>:<source>:<number>` */
  readonly id: string;
  readonly name: string;
  readonly abbreviation: string;
  readonly logo_url: string | null;
  /** Sport; `football` is American football */
  readonly sport: "football" | "basketball" | "baseball" | "hockey" | "soccer" | "mma" | "tennis";
  /** League code; see `GET /api/v1/leagues` */
  readonly league: LeagueCode;
}

export interface GameTime {
  readonly kickoff_at: string;
  /** False while the time is a placeholder */
  readonly kickoff_confirmed: boolean;
  /**
   * Kickoff plus the median duration of the league. Only `status` says whether a game is
   * over
   */
  readonly est_end_at: string;
  /** Kickoff plus the 90th-percentile duration of the league */
  readonly end_p90_at: string;
  /**
   * When the game was first seen to be over. It ended at most 5 minutes earlier, because
   * it was still live then. Null if the end was not observed, as for a game that was
   * already over when first seen
   */
  readonly actual_end_at: string | null;
  /**
   * Source of the durations. `league_measured`: 20 or more games of the league that this
   * service saw end. `sport_prior`: published figures. Null: unknown, 180 and 240 minutes
   * are assumed
   */
  readonly est_basis: "league_measured" | "sport_prior" | null;
  /** Earlier kickoffs that were replaced, oldest first */
  readonly previous_kickoffs: ReadonlyArray<{
    readonly kickoff_at: string;
    /** When the service learned of the change */
    readonly changed_at: string;
  }>;
}

export interface GameScore {
  readonly home: number;
  readonly away: number;
  /** Match clock, such as `58'` or `1:38` */
  readonly clock: string | null;
  /** Half, quarter, period or inning, from 1; higher in extra time */
  readonly period: number | null;
  /** Such as `HT`, `FT`, `1:38 - 2nd`, `Final/OT` */
  readonly detail: string | null;
  /**
   * When any score field was last seen to change; live scores are read about once a
   * minute. Null if the change was not observed, as for a game that was already over when
   * first seen
   */
  readonly updated_at: string | null;
}

export interface GamePlatform {
  /** Platform */
  readonly source: PlatformCode;
  /**
   * `exact`: both teams and the kickoff matched. `high`: both teams, with swapped sides
   * or another kickoff. `review`: it may be this game
   */
  readonly confidence: "exact" | "high" | "review";
  /** Whether its source permits redistribution; `unknown` permits nothing */
  readonly redistributable: "yes" | "no" | "unknown";
  /** A sentence about its terms */
  readonly license_note: string | null;
  /**
   * Number of the platform's events for this game. Those of listings for review count
   * only where there are no others
   */
  readonly events: number;
  /** Number of their markets stored, close to kickoff */
  readonly markets_stored: number;
  readonly last_seen: string | null;
}

export interface GameCoverage {
  /** Platform */
  readonly source: PlatformCode;
  /**
   * `listed`: found, for certain or for review. `not_listed`: a complete scan of the
   * league around the kickoff, at most 30 minutes old, did not find it. `not_checked`:
   * there is no such scan, or an event there may be this game, or the game is over or
   * called off and the platform lists only open games
   */
  readonly status: "not_checked" | "not_listed" | "listed";
  /** `listed`: when it was last seen. `not_listed`: when the latest such scan began */
  readonly checked_at: string | null;
}

export interface GamesOfWindowMeta {
  /** When the game data last changed; it is refreshed about every 15 s */
  readonly as_of: string;
  /** `internal`: all games are shown. `yes_only`: some are withheld */
  readonly redistributable_filter: "internal" | "yes_only";
  /** Integrated platforms */
  readonly venues_checked: ReadonlyArray<PlatformCode>;
  /** Number of items that match the filters, on all pages together */
  readonly total: number;
  readonly withheld: {
    /** Number of games that match the filters and are not shown */
    readonly games: number;
    readonly reason: string;
  };
  /**
   * Leagues, among the requested or all, whose schedule was not read for the whole
   * window: they may have games in it that are not listed
   */
  readonly unread_leagues: ReadonlyArray<LeagueCode>;
}

/** The requests about games: what each takes, and its answer. */
export interface GameOperations {
  /** Games in a window */
  readonly "GET games": {
    readonly input: {
      /** Games that begin at this time or later. Without `to`: for 24 hours */
      readonly from?: string | number | Date;
      /** Games that begin before this time, at most 31 days after `from`, which it needs */
      readonly to?: string | number | Date;
      /** Games that begin on this day in `tz`; default: today. Not with `from` and `to` */
      readonly day?: string;
      /** IANA time zone, not an abbreviation such as EST */
      readonly tz?: string;
      /** Number of days, from `day` on */
      readonly days?: number;
      /** Only these leagues */
      readonly league?: string | ReadonlyArray<string>;
      /** Only games with these statuses */
      readonly status?: string | ReadonlyArray<string>;
      /** Only games found on one of these platforms, for certain or for review */
      readonly source?: string | ReadonlyArray<string>;
      /** Parts of each game: `platforms`, `coverage`, both with a comma, or neither if empty */
      readonly include?: string | ReadonlyArray<string>;
      /** Maximum number of items on a page */
      readonly limit?: number;
      /**
       * `next_cursor` of the previous page, with the same filters; `limit` and `include` may
       * differ. A game that keeps its kickoff and matches the filters appears exactly once,
       * whatever changes between pages
       */
      readonly cursor?: string;
    };
    readonly answer: Games;
  };
}
