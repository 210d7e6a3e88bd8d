/**
 * The number of games of a league, at any time.
 *
 * @module
 */
import { type LeagueCode, LEAGUES } from "../league.ts";
import { type GameListing } from "./game_listing.ts";
import { type GameRows, isCleared, leagueIndexOf } from "./game_rows.ts";

/** Counts of all games and of cleared ones, by the index of the league. */
interface LeagueCounts {
  readonly all: Uint32Array;
  readonly cleared: Uint32Array;
}

const COUNTS = new WeakMap<GameRows, LeagueCounts>();

function countsOf(rows: GameRows): LeagueCounts {
  const known = COUNTS.get(rows);
  if (known !== undefined) return known;
  const [all, cleared] = [new Uint32Array(LEAGUES.length), new Uint32Array(LEAGUES.length)];
  for (let row = 0; row < rows.records.length; row++) {
    const trait = rows.traits[row] ?? 0;
    const league = leagueIndexOf(trait);
    all[league] = (all[league] ?? 0) + 1;
    cleared[league] = (cleared[league] ?? 0) + Number(isCleared(trait));
  }
  const counts = { all, cleared };
  COUNTS.set(rows, counts);
  return counts;
}

function sumOf(counts: Uint32Array, leagues: ReadonlyArray<LeagueCode>): number {
  return leagues.reduce((sum, league) => sum + (counts[LEAGUES.indexOf(league)] ?? 0), 0);
}

/** Returns the number of shown games of these leagues. */
export function shownGames(
  { rows, settings }: GameListing,
  leagues: ReadonlyArray<LeagueCode>,
): number {
  const { all, cleared } = countsOf(rows);
  return sumOf(settings.redistributionFilter === "internal" ? all : cleared, leagues);
}

/** Returns the number of withheld games of these leagues. */
export function withheldGames(
  listing: GameListing,
  leagues: ReadonlyArray<LeagueCode>,
): number {
  return sumOf(countsOf(listing.rows).all, leagues) - shownGames(listing, leagues);
}
