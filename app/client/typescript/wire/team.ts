/**
 * What the service answers about teams and leagues.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */
import type { Team } from "./game.ts";
import type { LeagueCode, PlatformCode } from "./names.ts";

export interface Teams {
  readonly data: ReadonlyArray<Team>;
  /** Send it as `cursor` for the next page; null on the last */
  readonly next_cursor: string | null;
  readonly meta: GamesMeta;
}

export interface GamesMeta {
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
}

export interface Leagues {
  readonly data: ReadonlyArray<League>;
  readonly meta: GamesMeta;
}

export interface League {
  /** League code; see `GET /api/v1/leagues` */
  readonly code: LeagueCode;
  readonly name: string;
  /** Sport; `football` is American football */
  readonly sport: "football" | "basketball" | "baseball" | "hockey" | "soccer" | "mma" | "tennis";
  /** Number of its games that are known and shown */
  readonly games: number;
  /** From kickoff to end */
  readonly duration: {
    /** Median duration of its games, in minutes */
    readonly median_min: number;
    /** 90th-percentile duration, in minutes */
    readonly p90_min: number;
    /**
     * `league_measured`: 20 or more games that this service saw end. `sport_prior`:
     * published figures. Null: unknown, 180 and 240 minutes are assumed
     */
    readonly basis: "league_measured" | "sport_prior" | null;
  };
}

/** The requests about teams and leagues: what each takes, and its answer. */
export interface TeamOperations {
  /** Teams that appear in games */
  readonly "GET teams": {
    readonly input: {
      /** Only these leagues */
      readonly league?: string | ReadonlyArray<string>;
      /** Only these sports */
      readonly sport?: string | ReadonlyArray<string>;
      /** Part of the name, or the abbreviation, whatever its case, form and accents */
      readonly q?: string;
      /** Maximum number of items on a page */
      readonly limit?: number;
      /** `next_cursor` of the previous page, with the same filters; `limit` may differ */
      readonly cursor?: string;
    };
    readonly answer: Teams;
  };
  /** Leagues */
  readonly "GET leagues": {
    readonly input: Readonly<Record<never, never>>;
    readonly answer: Leagues;
  };
}
