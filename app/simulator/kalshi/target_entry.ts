/**
 * The teams that markets of the world refer to.
 *
 * @module
 */
import { strikeKey } from "./league_form.ts";
import { type ListedGame } from "./listed_game.ts";
import { type TargetEntry } from "./listing.ts";

/** Returns each team once. */
export function targetEntries(games: ReadonlyArray<ListedGame>): ReadonlyArray<TargetEntry> {
  const entries = games.flatMap(({ sides, sport, form }) =>
    sides.map(({ id, name, code }): TargetEntry => ({
      key: id,
      type: strikeKey(sport),
      competition: form.competition,
      row: {
        id,
        name,
        type: strikeKey(sport),
        details: { abbreviation: code, league: form.competition },
        source_ids: {},
      },
    }))
  );
  return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}
