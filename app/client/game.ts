/**
 * A game as the service sends it, in the stream and over HTTP.
 *
 * Fields whose set of values may grow have the type `string`. Instants are ISO 8601.
 *
 * @module
 */
import type { League } from "./topic.ts";

/** A team, or a player, that takes part in a game. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly abbreviation: string;
  readonly logo_url: string | null;
  readonly sport: string;
  readonly league: League;
}

/** The times of a game. */
export interface GameTime {
  readonly kickoff_at: string;
  /** False while the time of day is a placeholder. */
  readonly kickoff_confirmed: boolean;
  /** Kickoff plus the median duration. An estimate: check `status` for whether a game is over. */
  readonly est_end_at: string;
  /** Kickoff plus the duration within which 90 % of the games end. */
  readonly end_p90_at: string;
  /** Null where the end was not observed. */
  readonly actual_end_at: string | null;
  /** Where the durations come from; null means assumed. */
  readonly est_basis: "league_measured" | "sport_prior" | null;
  /** Earlier kickoffs that were rescheduled, oldest first. */
  readonly previous_kickoffs: ReadonlyArray<{
    readonly kickoff_at: string;
    readonly changed_at: string;
  }>;
}

/** The score and clock of a game. */
export interface GameScore {
  readonly home: number;
  readonly away: number;
  readonly clock: string | null;
  readonly period: number | null;
  readonly detail: string | null;
  readonly updated_at: string | null;
}

/** A platform that lists a game. */
export interface GamePlatform {
  readonly source: string;
  /** `review` means that the listing may be this game, unconfirmed. */
  readonly confidence: "exact" | "high" | "review";
  readonly redistributable: string;
  readonly license_note: string | null;
  /** The number of the platform's events about this game. */
  readonly events: number;
  readonly markets_stored: number;
  readonly last_seen: string | null;
}

/** Whether one platform lists a game. */
export interface GameCoverage {
  readonly source: string;
  /** `not_listed` means checked and absent; `not_checked` means unknown. */
  readonly status: "listed" | "not_listed" | "not_checked";
  readonly checked_at: string | null;
}

/** A game, with its teams, times, score and listings. */
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
  /** The reference schedule that lists it. */
  readonly spine: {
    readonly source: string;
    readonly event_id: string;
    readonly license_note: string | null;
  };
  /** The id of the game that this one replaces. */
  readonly supersedes: string | null;
  readonly redistributable: string;
  readonly platforms: ReadonlyArray<GamePlatform>;
  readonly coverage: ReadonlyArray<GameCoverage>;
}
