/**
 * The games of a listing that begin in a range, withheld ones too.
 *
 * @module
 */
import { type TimeRange } from "../../time/mod.ts";
import { type Game } from "../game.ts";
import { type GameListing } from "./game_listing.ts";
import { countBeforeSec } from "./game_rows.ts";

/** By kickoff. */
export function gamesBetween(
  { rows }: GameListing,
  { startSec, endSec }: TimeRange,
): ReadonlyArray<Game> {
  return rows.records
    .slice(countBeforeSec(rows, startSec), countBeforeSec(rows, endSec))
    .map(({ game }) => game);
}
