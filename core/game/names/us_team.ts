/**
 * Generates the names of a team of a North American league.
 *
 * @module
 */
import { type LeagueCode } from "../league.ts";
import { type NameEntry } from "./name_table.ts";

/** A team with the parts of its names. */
export interface UsTeam {
  /** The part before the nickname, the usual one first, such as `New York` or `New York M`. */
  readonly places: ReadonlyArray<string>;
  /** The usual one first. */
  readonly nicknames: ReadonlyArray<string>;
  /** The codes that any source uses, separated by spaces. */
  readonly codes: string;
  /** Names that are not made of a place and a nickname. */
  readonly others?: ReadonlyArray<string>;
}

/** Combines every place with every nickname, each alone, and codes with nicknames: `IND Colts`. */
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
