/**
 * The games of a listing that begin in a range, including withheld ones.
 *
 * @module
 */
import { type TimeRange } from "../../time/mod.ts";
import { type Game } from "../game.ts";
import { type GameListing } from "./game_listing.ts";
import { countBeforeSec } from "./game_rows.ts";

/** Returns the games that begin in a range, by kickoff. */
export function gamesBetween(
  { rows }: GameListing,
  { startSec, endSec }: TimeRange,
): ReadonlyArray<Game> {
  return rows.records
    .slice(countBeforeSec(rows, startSec), countBeforeSec(rows, endSec))
    .map(({ game }) => game);
}
