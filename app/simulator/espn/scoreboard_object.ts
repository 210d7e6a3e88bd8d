/**
 * A scoreboard: the games of the requested days, recorded or from the season.
 *
 * @module
 */
import { type CalendarDay, toDayText, UnixSec, utcDayRange } from "../../../core/time/mod.ts";
import { type Season, type SeasonGame } from "../season/season.ts";
import { hash32, streamOf } from "../world/hash.ts";
import { type Scoreboard, type ScoreboardLeague } from "./scoreboard_league.ts";
import { type ScoreboardQuery, toScoreboardDate } from "./scoreboard_query.ts";
import { eventObject, type WireObject } from "./event_object.ts";
import { type RecordedScoreboards } from "./recorded_scoreboards.ts";
import { recordedEvents } from "./recorded_events.ts";
import { seasonObject } from "./season_object.ts";

/** The source of the games, at one instant. */
export interface Listing {
  readonly season: Season;
  readonly recorded: RecordedScoreboards;
  readonly nowSec: UnixSec;
}

/** Returns the answer's body. */
export function scoreboardObject(
  listing: Listing,
  scoreboard: Scoreboard,
  query: ScoreboardQuery,
): WireObject {
  const events: WireObject[] = [];
  for (const day of query.days) {
    if (events.length >= query.limit) break;
    events.push(...eventsOn(listing, { scoreboard, day, groups: query.groups }));
  }
  const [first] = query.days;
  const date = first === undefined ? "" : toScoreboardDate(first);
  return {
    ...headOf(scoreboard, first),
    ...(query.days.length === 1 ? listing.recorded.at(scoreboard, date)?.fields : {}),
    events: events.slice(0, query.limit),
  };
}

interface ScoreboardDay {
  readonly scoreboard: Scoreboard;
  readonly day: CalendarDay;
  readonly groups: string | null;
}

function eventsOn(listing: Listing, asked: ScoreboardDay): ReadonlyArray<WireObject> {
  const { scoreboard, day } = asked;
  const date = toScoreboardDate(day);
  const recorded = recordedEvents(listing.recorded, scoreboard, date);
  if (recorded !== undefined) return recorded;
  const events = scoreboard.leagues.flatMap((league) =>
    // All of soccer combines leagues that can be recorded separately.
    recordedEvents(listing.recorded, league, date) ?? worldEvents(listing, league, asked)
  );
  return withEmptyEntry(events, asked);
}

function worldEvents(
  { season, nowSec }: Listing,
  league: ScoreboardLeague,
  { day, groups }: ScoreboardDay,
): ReadonlyArray<WireObject> {
  if (league.code === null) return [];
  return season.gamesOn(league.code, day, nowSec)
    .filter((game) => isListed(game, { league, groups }))
    .map((game) => eventObject(game, league));
}

/** An unknown conference has no games; without a conference only ranked teams' games are listed. */
function isListed(
  { home, away }: SeasonGame,
  { league, groups }: { readonly league: ScoreboardLeague; readonly groups: string | null },
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
  { scoreboard, day }: ScoreboardDay,
): ReadonlyArray<WireObject> {
  const drawn = hash32(
    streamOf(0, `empty entry:${scoreboard.sport}/${scoreboard.slug}`),
    utcDayRange(day).startSec / DAY_SEC,
  );
  if (events.length === 0 || drawn % 5 !== 0) return events;
  return events.toSpliced(Math.floor(drawn / 5) % (events.length + 1), 0, {});
}

function headOf(scoreboard: Scoreboard, day: CalendarDay | undefined): WireObject {
  const [league] = scoreboard.leagues;
  if (league === undefined || scoreboard.leagues.length > 1) return { leagues: [] };
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
