/**
 * The file of each league in a season, and the time zone of its kickoffs.
 *
 * @module
 */
import { Result } from "effect";
import type { LeagueCode } from "../../core/game/mod.ts";
import { parseTimeZone, type TimeZone } from "../../core/time/mod.ts";

/** A league's file. */
export interface LeagueFile {
  /** `en.1` for `2025-26/en.1.json`. */
  readonly code: string;
  readonly zone: TimeZone;
}

/**
 * The zones were derived from known kickoffs: Celtic at home in the Champions League at 21:00, San
 * Diego at 22:30 and Tijuana, an hour or two behind its capital, at 21:00.
 *
 * @see https://github.com/openfootball/football.json
 */
const FILES: ReadonlyArray<readonly [LeagueCode, code: string, zone: string]> = [
  ["epl", "en.1", "Europe/London"],
  ["efl", "en.2", "Europe/London"],
  ["laliga", "es.1", "Europe/Madrid"],
  ["bundesliga", "de.1", "Europe/Berlin"],
  ["seriea", "it.1", "Europe/Rome"],
  ["ligue1", "fr.1", "Europe/Paris"],
  ["mls", "mls", "America/New_York"],
  ["ligamx", "mx.1", "America/Mexico_City"],
  ["ucl", "uefa.cl", "Europe/Zurich"],
];

/** The file of every league in the data. */
export const LEAGUE_FILES: ReadonlyMap<LeagueCode, LeagueFile> = new Map(
  FILES.map(([league, code, zone]) => [
    league,
    { code, zone: Result.getOrThrow(parseTimeZone(zone, "zone")) },
  ]),
);
