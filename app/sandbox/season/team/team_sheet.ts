/**
 * What is known of a team: how the schedule calls it, and what two platforms write in its place.
 *
 * @module
 */
import { type LeagueCode } from "../../../../core/game/mod.ts";
import { type SeasonTeam } from "../season.ts";

/** A team of the season, with the names that cannot be derived from those of the schedule. */
export interface TeamSheet {
  readonly team: SeasonTeam;
  /** Kalshi's label, mostly the place: `Los Angeles L`. */
  readonly kalshiName: string;
  /** Upper case, as in its tickers. */
  readonly kalshiCode: string;
  /** Polymarket's full name: `Chelsea FC`, `Los Angeles Lakers`. */
  readonly polymarketName: string;
  /** Upper case here; its slugs have it in lower case. */
  readonly polymarketCode: string;
}

/** What a platform writes where it is not the obvious thing. */
export type SheetOptions = Partial<Omit<TeamSheet, "team">> & { readonly shortName?: string };

/** A row of a table of American teams: ESPN's number, the place, the nickname, ESPN's code. */
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

/** Teams that are called by place and nickname. */
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

/** Clubs that have one name, which the schedule gives for place and nickname as well. */
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
