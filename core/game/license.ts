/**
 * What the sources of games say, or do not say, about passing on what they have.
 *
 * @module
 */
import { type Game, type SpineName } from "./game.ts";
import { type LeagueCode } from "./league.ts";

/** A spine in use: what is known of its licence, in a sentence, league by league. */
export interface SpineFacts {
  readonly source: SpineName;
  readonly licenseNote: (league: LeagueCode) => string;
}

/**
 * What is known of each spine, in use or not: games that were once read from it stay.
 *
 * @see https://github.com/openfootball/football.json (CC0)
 */
export const SPINE_LICENSE_NOTES: Readonly<Record<SpineName, string>> = {
  espn:
    "ESPN publishes no licence for its site interface: nothing is known to permit passing it on",
  openfootball: "openfootball's data is in the public domain (CC0 1.0): anybody may pass it on",
};

/** Of a platform whose terms are not known to say anything about passing on what it lists. */
export function unknownTermsNote(platform: string): string {
  return `No terms of ${platform} for passing on its listings are known`;
}

/** What is known of the licence of a game's schedule. */
export function spineLicenseNote(
  spines: ReadonlyArray<SpineFacts>,
  { spine: { source }, league }: Pick<Game, "spine" | "league">,
): string {
  const used = spines.find((spine) => spine.source === source);
  return used?.licenseNote(league) ?? SPINE_LICENSE_NOTES[source];
}
