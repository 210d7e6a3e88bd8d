/**
 * The teams of a game in the venue's format.
 *
 * @module
 */
import { LEAGUES } from "../../../../../core/game/mod.ts";
import { type WireObject } from "../wire_text.ts";
import { type ListedSide } from "./game_listing.ts";
import { aliasOf } from "./game_text.ts";
import { type VenueSport } from "./venue_sport.ts";

/** Returns the teams in the given order. */
export function teamObjects(
  sides: ReadonlyArray<ListedSide>,
  sport: VenueSport,
): ReadonlyArray<WireObject> {
  return sides.map((side) => teamObject(side, sport));
}

/** The schedule numbers teams per league; the venue numbers them across all leagues. */
const LEAGUE_STEP = 10_000_000;

function teamObject(side: ListedSide, sport: VenueSport): WireObject {
  const { name, code, team, isHome } = side;
  const alias = aliasOf(sport, side);
  return {
    id: LEAGUES.indexOf(sport.league) * LEAGUE_STEP + team.id,
    name,
    league: sport.sport,
    abbreviation: code.toLowerCase(),
    ...(alias === undefined ? {} : { alias }),
    providerId: team.id,
    ordering: isHome ? "home" : "away",
  };
}
