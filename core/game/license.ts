/**
 * What is known of the terms under which the sources of games may be redistributed.
 *
 * @module
 */
import { type Game, type ScheduleName } from "./game.ts";
import { type LeagueCode } from "./league.ts";

/** A schedule in use, with a sentence about its licence for each league. */
export interface ScheduleFacts {
  readonly source: ScheduleName;
  readonly licenseNote: (league: LeagueCode) => string;
}

/**
 * A licence note for every schedule, in use or not: games once read from a schedule stay stored.
 *
 * @see https://github.com/openfootball/football.json (CC0)
 */
export const SCHEDULE_LICENSE_NOTES: Readonly<Record<ScheduleName, string>> = {
  espn: "ESPN publishes no licence for its site interface: no known terms permit redistribution",
  openfootball: "openfootball's data is in the public domain (CC0 1.0): anyone may redistribute it",
};

/** Returns the note for a platform with no known terms for redistributing its listings. */
export function unknownTermsNote(platform: string): string {
  return `No known terms of ${platform} cover redistribution of its listings`;
}

/** Returns the licence note of a game's schedule. */
export function scheduleLicenseNote(
  schedules: ReadonlyArray<ScheduleFacts>,
  { spine: { source }, league }: Pick<Game, "spine" | "league">,
): string {
  const used = schedules.find((schedule) => schedule.source === source);
  return used?.licenseNote(league) ?? SCHEDULE_LICENSE_NOTES[source];
}
