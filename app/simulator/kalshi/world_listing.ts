/**
 * The season's games as Kalshi lists them.
 *
 * @module
 */
import { type LeagueCode } from "../../../core/game/mod.ts";
import { DAY_SEC, type TimeRange, UnixSec } from "../../../core/time/mod.ts";
import { type Season } from "../season/season.ts";
import { eventEntries } from "./event_entry.ts";
import { FORMED_LEAGUES, formOf } from "./league_form.ts";
import { type ListedGame, toListedGame } from "./listed_game.ts";
import { type Listing } from "./listing.ts";
import { milestoneEntry } from "./milestone_entry.ts";

/** How long settled events stay listed here; real ones stay permanently. */
const BEHIND_DAYS = 14;
/** How far ahead games are listed. */
const AHEAD_DAYS = 75;

/** Returns the listing at an instant. */
export function worldListing(season: Season, nowSec: UnixSec): Listing {
  const range: TimeRange = {
    startSec: UnixSec(Math.max(0, nowSec - BEHIND_DAYS * DAY_SEC)),
    endSec: UnixSec(nowSec + AHEAD_DAYS * DAY_SEC),
  };
  /** Each league is generated once, however many lists use it. */
  const known = new Map<LeagueCode, ReadonlyArray<ListedGame>>();
  const gamesIn = (league: LeagueCode): ReadonlyArray<ListedGame> => {
    const games = known.get(league) ?? season.offers("kalshi", { league, range }, nowSec)
      .flatMap((offer) => toListedGame(offer, { season, nowSec }) ?? []);
    known.set(league, games);
    return games;
  };
  const gamesOf = (series: string | undefined): ReadonlyArray<ListedGame> =>
    FORMED_LEAGUES
      .filter((league) => series?.startsWith(formOf(league)?.stem ?? series) !== false)
      .flatMap(gamesIn);
  return {
    events: (series) =>
      gamesOf(series).flatMap((game) => eventEntries(game, nowSec))
        .filter((entry) => series === undefined || entry.series === series),
    milestones: (series) => gamesOf(series).flatMap((game) => milestoneEntry(game, nowSec) ?? []),
  };
}
