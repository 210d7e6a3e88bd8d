/**
 * A team's names: the schedule's, and those of the two platforms that differ.
 *
 * @module
 */
import { type LeagueCode } from "../../../../core/game/mod.ts";
import { type SeasonTeam } from "../season.ts";

/** A team of the season, with the names that cannot be derived from the schedule's. */
export interface TeamSheet {
  readonly team: SeasonTeam;
  /** Kalshi's label, mostly the location: `Los Angeles L`. */
  readonly kalshiName: string;
  /** Upper case, as in its tickers. */
  readonly kalshiCode: string;
  /** Polymarket's full name: `Chelsea FC`, `Los Angeles Lakers`. */
  readonly polymarketName: string;
  /** Upper case here; lower case in its slugs. */
  readonly polymarketCode: string;
}

/** A platform's spelling where it differs from the default. */
export type SheetOptions = Partial<Omit<TeamSheet, "team">> & { readonly shortName?: string };

/** A row of a table of American teams: ESPN's number, the location, the nickname, ESPN's code. */
export type TeamRow = readonly [
  id: number,
  location: string,
  nickname: string,
  abbreviation: string,
  options?: SheetOptions,
];

/** A row of a table of clubs: number, name, short name, ESPN's code. */
export type ClubRow = readonly [
  id: number,
  displayName: string,
  shortName: string,
  abbreviation: string,
  options?: SheetOptions,
];

/** Returns teams that are named by location and nickname. */
export function teamSheets(
  league: LeagueCode,
  rows: ReadonlyArray<TeamRow>,
): ReadonlyArray<TeamSheet> {
  return rows.map(([id, location, nickname, abbreviation, options = {}]) => {
    const displayName = `${location} ${nickname}`;
    return {
      team: {
        id,
        league,
        displayName,
        location,
        nickname,
        shortName: options.shortName ?? nickname,
        abbreviation,
      },
      kalshiName: options.kalshiName ?? location,
      kalshiCode: options.kalshiCode ?? abbreviation,
      polymarketName: options.polymarketName ?? displayName,
      polymarketCode: options.polymarketCode ?? options.kalshiCode ?? abbreviation,
    };
  });
}

/** Returns clubs with one name, which the schedule uses for both location and nickname. */
export function clubSheets(
  league: LeagueCode,
  rows: ReadonlyArray<ClubRow>,
): ReadonlyArray<TeamSheet> {
  return rows.map(([id, displayName, shortName, abbreviation, options = {}]) => ({
    team: {
      id,
      league,
      displayName,
      location: displayName,
      nickname: displayName,
      shortName,
      abbreviation,
    },
    kalshiName: options.kalshiName ?? shortName,
    kalshiCode: options.kalshiCode ?? abbreviation,
    polymarketName: options.polymarketName ?? `${displayName} FC`,
    polymarketCode: options.polymarketCode ?? abbreviation,
  }));
}
