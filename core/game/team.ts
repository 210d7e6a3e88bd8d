/**
 * A side of a game: a team, or a person in some sports.
 *
 * @module
 */
import { type LeagueCode } from "./league.ts";
import { type Sport } from "./sport.ts";

/** A side, as the schedule of the game names it. */
export interface Team {
  /** `<sport>:<source>:<number>`, such as `soccer:espn:382`. */
  readonly id: string;
  readonly name: string;
  readonly abbreviation: string;
  readonly logoUrl: string | null;
  readonly sport: Sport;
  /** The competition in which it appeared. */
  readonly league: LeagueCode;
  /** The schedule's other names for it: city, nickname, short name. Never sent to clients. */
  readonly otherNames: ReadonlyArray<string>;
}
