/**
 * A scoreboard: the games of the requested days, recorded or from the season.
 *
 * @module
 */
import { type CalendarDay, toDayText, UnixSec, utcDayRange } from "../../../core/time/mod.ts";
import { type Season, type SeasonGame } from "../season/season.ts";
import { hash32, streamOf } from "../world/hash.ts";
import { type Board, type BoardLeague } from "./board_league.ts";
import { type BoardQuery, toBoardDate } from "./board_query.ts";
import { eventObject, type WireObject } from "./event_object.ts";
import { type PutBoards } from "./put_boards.ts";
import { recordedEvents } from "./recorded_events.ts";
import { seasonObject } from "./season_object.ts";

/** The source of the games, at one instant. */
export interface Listing {
  readonly season: Season;
  readonly put: PutBoards;
  readonly nowSec: UnixSec;
}

/** Returns the answer's body. */
export function scoreboardObject(
  listing: Listing,
  board: Board,
  query: BoardQuery,
): WireObject {
  const events: WireObject[] = [];
  for (const day of query.days) {
    if (events.length >= query.limit) break;
    events.push(...eventsOn(listing, { board, day, groups: query.groups }));
  }
  const [first] = query.days;
  const date = first === undefined ? "" : toBoardDate(first);
  return {
    ...headOf(board, first),
    ...(query.days.length === 1 ? listing.put.at(board, date)?.fields : {}),
    events: events.slice(0, query.limit),
  };
}

interface DayOfBoard {
  readonly board: Board;
  readonly day: CalendarDay;
  readonly groups: string | null;
}

function eventsOn(listing: Listing, asked: DayOfBoard): ReadonlyArray<WireObject> {
  const { board, day } = asked;
  const date = toBoardDate(day);
  const recorded = recordedEvents(listing.put, board, date);
  if (recorded !== undefined) return recorded;
  const events = board.leagues.flatMap((league) =>
    // All of soccer combines leagues that can be recorded separately.
    recordedEvents(listing.put, league, date) ?? worldEvents(listing, league, asked)
  );
  return withEmptyEntry(events, asked);
}

function worldEvents(
  { season, nowSec }: Listing,
  league: BoardLeague,
  { day, groups }: DayOfBoard,
): ReadonlyArray<WireObject> {
  if (league.code === null) return [];
  return season.gamesOn(league.code, day, nowSec)
    .filter((game) => isListed(game, { league, groups }))
    .map((game) => eventObject(game, league));
}

/** An unknown conference has no games; without a conference only ranked teams' games are listed. */
function isListed(
  { home, away }: SeasonGame,
  { league, groups }: { readonly league: BoardLeague; readonly groups: string | null },
): boolean {
  if (league.groups.length === 0) return true;
  if (groups !== null) return league.groups.includes(groups);
  return isRanked(home.id) || isRanked(away.id);
}

/** One team in eight. */
function isRanked(teamId: number): boolean {
  return hash32(streamOf(0, "ranked"), teamId) % 8 === 0;
}

const DAY_SEC = 86_400;

/** Adds an empty entry now and then, as the provider does. */
function withEmptyEntry(
  events: ReadonlyArray<WireObject>,
  { board, day }: DayOfBoard,
): ReadonlyArray<WireObject> {
  const drawn = hash32(
    streamOf(0, `empty entry:${board.sport}/${board.slug}`),
    utcDayRange(day).startSec / DAY_SEC,
  );
  if (events.length === 0 || drawn % 5 !== 0) return events;
  return events.toSpliced(Math.floor(drawn / 5) % (events.length + 1), 0, {});
}

function headOf(board: Board, day: CalendarDay | undefined): WireObject {
  const [league] = board.leagues;
  if (league === undefined || board.leagues.length > 1) return { leagues: [] };
  const season = league.code === null || day === undefined
    ? {}
    : { season: seasonObject(league.code, day) };
  return {
    leagues: [{
      id: String(league.leagueId ?? ""),
      uid: `s:${league.sportId}~l:${league.leagueId ?? ""}`,
      name: league.name,
      abbreviation: league.abbreviation,
      slug: league.slug,
      ...season,
    }],
    ...season,
    ...(day === undefined ? {} : { day: { date: toDayText(day) } }),
  };
}
