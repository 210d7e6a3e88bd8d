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
import { targetEntries } from "./target_entry.ts";

/** Settled events are listed for so long here; the real ones stay for ever. */
const BEHIND_DAYS = 14;
/** Nothing is listed longer ahead. */
const AHEAD_DAYS = 75;

/** All that is listed by now. */
export function worldListing(season: Season, nowSec: UnixSec): Listing {
  const range: TimeRange = {
    startSec: UnixSec(Math.max(0, nowSec - BEHIND_DAYS * DAY_SEC)),
    endSec: UnixSec(nowSec + AHEAD_DAYS * DAY_SEC),
  };
  /** Each league is drawn once, however many lists are made of it. */
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
    targets: () => targetEntries(gamesOf(undefined)),
  };
}
