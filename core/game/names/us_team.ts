/**
 * Spells out what a team of a North American league is called.
 *
 * @module
 */
import { type LeagueCode } from "../league.ts";
import { type NameEntry } from "./name_table.ts";

/** A team by the parts of its names. */
export interface UsTeam {
  /** What stands before the nickname, the usual one first. `New York M` is such a place, too. */
  readonly places: ReadonlyArray<string>;
  /** The usual one first. */
  readonly nicknames: ReadonlyArray<string>;
  /** As all sources write them, separated by spaces. */
  readonly codes: string;
  /** Names that are not a place and a nickname. */
  readonly others?: ReadonlyArray<string>;
}

/** Every place with every nickname, each alone, and codes with nicknames: `IND Colts`. */
export function usTeams(
  leagues: ReadonlyArray<LeagueCode>,
  teams: ReadonlyArray<UsTeam>,
): ReadonlyArray<NameEntry> {
  return teams.map(({ places, nicknames, codes, others = [] }) => {
    const codeList = codes.split(" ");
    const whole = [...places, ...codeList].flatMap((place) =>
      nicknames.map((nickname) => `${place} ${nickname}`)
    );
    return {
      scope: { leagues },
      names: [...whole, ...places, ...nicknames, ...others],
      codes: codeList,
    };
  });
}
