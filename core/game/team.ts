/**
 * A side of a game: a team, or in some sports a person.
 *
 * @module
 */
import { type LeagueCode } from "./league.ts";
import { type Sport } from "./sport.ts";

/** A side, as the spine of the game names it. */
export interface Team {
  /** `<sport>:<source>:<number>`, such as `soccer:espn:382`. */
  readonly id: string;
  readonly name: string;
  readonly abbreviation: string;
  readonly logoUrl: string | null;
  readonly sport: Sport;
  /** The competition in which it was met. */
  readonly league: LeagueCode;
  /** What else the spine calls it: place, nickname, short name. Never in an answer. */
  readonly otherNames: ReadonlyArray<string>;
}
