/**
 * What the operator chose about games: what is shown, and which platforms are looked at.
 *
 * @module
 */
import { type Game } from "../game.ts";
import { type PlatformCode } from "../platform.ts";
import { type Redistribution } from "../redistribution.ts";

/**
 * - `internal`: everything is shown, as to the operator's own house.
 * - `yes_only`: games whose source does not permit passing them on are withheld.
 */
export const REDISTRIBUTION_FILTERS = ["internal", "yes_only"] as const;

/** One of {@linkcode REDISTRIBUTION_FILTERS}. */
export type RedistributionFilter = (typeof REDISTRIBUTION_FILTERS)[number];

/** What a platform that is looked at says of passing on its data. */
export interface PlatformTerms {
  readonly code: PlatformCode;
  readonly redistributable: Redistribution;
  readonly licenseNote: string | null;
}

/** The choice in force. */
export interface ListingSettings {
  readonly redistributionFilter: RedistributionFilter;
  /** The platforms that are integrated, in the order of answers. */
  readonly platforms: ReadonlyArray<PlatformTerms>;
}

/** Whether a game is given to those who ask. */
export function isShown({ redistributionFilter }: ListingSettings, game: Game): boolean {
  return redistributionFilter === "internal" || game.redistributable === "yes";
}
