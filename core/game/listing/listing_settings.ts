/**
 * What the operator chose about games: what is shown, and which platforms are looked at.
 *
 * @module
 */
import { type Game } from "../game.ts";
import { type LeagueCode } from "../league.ts";
import { type SpineFacts } from "../license.ts";
import { type PlatformFacts } from "../platform.ts";

/**
 * - `internal`: everything is shown, as to the operator's own house.
 * - `yes_only`: games whose source does not permit passing them on are withheld.
 */
export const REDISTRIBUTION_FILTERS = ["internal", "yes_only"] as const;

/** One of {@linkcode REDISTRIBUTION_FILTERS}. */
export type RedistributionFilter = (typeof REDISTRIBUTION_FILTERS)[number];

/** The choice in force. */
export interface ListingSettings {
  readonly redistributionFilter: RedistributionFilter;
  /** The leagues whose schedule is read. */
  readonly leagues: ReadonlyArray<LeagueCode>;
  /** The platforms that are integrated, in the order of answers. */
  readonly platforms: ReadonlyArray<PlatformFacts>;
  /** The spines in use. */
  readonly spines: ReadonlyArray<SpineFacts>;
}

/** Whether a game is given to those who ask. */
export function isShown({ redistributionFilter }: ListingSettings, game: Game): boolean {
  return redistributionFilter === "internal" || game.redistributable === "yes";
}
