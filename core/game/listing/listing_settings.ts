/**
 * The operator's settings for games: what is shown and which platforms are scanned.
 *
 * @module
 */
import { type Game } from "../game.ts";
import { type LeagueCode } from "../league.ts";
import { type ScheduleFacts } from "../license.ts";
import { type PlatformFacts } from "../platform.ts";

/**
 * The redistribution filters.
 *
 * - `internal`: shows everything, for use within the operator's organization.
 * - `yes_only`: withholds games whose source does not permit redistribution.
 */
export const REDISTRIBUTION_FILTERS = ["internal", "yes_only"] as const;

/** One of {@linkcode REDISTRIBUTION_FILTERS}. */
export type RedistributionFilter = (typeof REDISTRIBUTION_FILTERS)[number];

/** The settings of a listing. */
export interface ListingSettings {
  readonly redistributionFilter: RedistributionFilter;
  /** The leagues whose schedule is read. */
  readonly leagues: ReadonlyArray<LeagueCode>;
  /** The integrated platforms, in the order of responses. */
  readonly platforms: ReadonlyArray<PlatformFacts>;
  /** The schedules in use. */
  readonly schedules: ReadonlyArray<ScheduleFacts>;
}

/** Whether a game is shown to clients. */
export function isShown({ redistributionFilter }: ListingSettings, game: Game): boolean {
  return redistributionFilter === "internal" || game.redistributable === "yes";
}
