/**
 * A game as the service writes it, in the stream and over HTTP.
 *
 * Words are texts where the service may learn new ones. Instants are ISO 8601.
 *
 * @module
 */
import type { League } from "./topic.ts";

/** A side of a game. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly abbreviation: string;
  readonly logo_url: string | null;
  readonly sport: string;
  readonly league: League;
}

/** When a game is played. */
export interface GameTime {
  readonly kickoff_at: string;
  /** False while the hour is a placeholder. */
  readonly kickoff_confirmed: boolean;
  /** Kickoff plus the median duration: only `status` tells whether a game is over. */
  readonly est_end_at: string;
  /** Kickoff plus the duration that nine tenths of the games keep to. */
  readonly end_p90_at: string;
  /** Null where nobody saw it end. */
  readonly actual_end_at: string | null;
  /** Where the durations are from; null: they are assumed. */
  readonly est_basis: "league_measured" | "sport_prior" | null;
  /** Kickoffs that were given up, oldest first. */
  readonly previous_kickoffs: ReadonlyArray<{
    readonly kickoff_at: string;
    readonly changed_at: string;
  }>;
}

/** How a game stands. */
export interface GameScore {
  readonly home: number;
  readonly away: number;
  readonly clock: string | null;
  readonly period: number | null;
  readonly detail: string | null;
  readonly updated_at: string | null;
}

/** A platform on which a game was found. */
export interface GamePlatform {
  readonly source: string;
  /** `review`: it may be this game. */
  readonly confidence: "exact" | "high" | "review";
  readonly redistributable: string;
  readonly license_note: string | null;
  /** Events of the platform that are about this game. */
  readonly events: number;
  readonly markets_stored: number;
  readonly last_seen: string | null;
}

/** What is known of a game on one platform. */
export interface GameCoverage {
  readonly source: string;
  /** `not_listed` is a no; `not_checked` is none. */
  readonly status: "listed" | "not_listed" | "not_checked";
  readonly checked_at: string | null;
}

/** A game. */
export interface Game {
  /** `<spine>:<event id>` */
  readonly id: string;
  readonly sport: string;
  readonly league: League;
  readonly status: "scheduled" | "live" | "finished" | "postponed" | "cancelled";
  readonly home: Team;
  readonly away: Team;
  readonly time: GameTime;
  readonly score: GameScore | null;
  /** The reference schedule that has it. */
  readonly spine: {
    readonly source: string;
    readonly event_id: string;
    readonly license_note: string | null;
  };
  /** The game that this one is played in the place of. */
  readonly supersedes: string | null;
  readonly redistributable: string;
  readonly platforms: ReadonlyArray<GamePlatform>;
  readonly coverage: ReadonlyArray<GameCoverage>;
}
