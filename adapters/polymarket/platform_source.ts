/**
 * The venue as a platform of games: the events that its metadata service lists for a league.
 *
 * @module
 */
import { Effect } from "effect";
import { LEAGUE_FACTS, type LeagueCode, LEAGUES, unknownTermsNote } from "../../core/game/mod.ts";
import type { LeagueListing, LeagueScan, PlatformSource } from "../../core/port/platform_source.ts";
import { DAY_SEC, type TimeRange, toIsoSeconds } from "../../core/time/mod.ts";
import { wanting, withinDeadline } from "../outbound/mod.ts";
import { makeAnswerCache } from "./gamma/answer_cache.ts";
import { VENUE_METADATA } from "./gamma/http_failure.ts";
import { type EventQuery, type GameListOptions, makeGameListClient } from "./games/client.ts";
import { joinWalks, walkEvents } from "./games/event_walk.ts";
import { type FirstNamed, leagueSeries } from "./games/league_series.ts";
import { NAMELESS_GAME, readGames } from "./games/read_games.ts";
import { sportCodesOf } from "./games/sport_code.ts";

/** Series get new ids with a new season, not within minutes. */
const SPORTS_LIFE_MS = 3_600_000;
/** Machine time, for all pages of a league together. */
const LEAGUE_TIMEOUT_MS = 120_000;
const LEAGUES_AT_ONCE = 4;
/** An event without a kickoff may end later than its game begins. */
const END_SLACK_SEC = 2 * DAY_SEC;

/** Creates the platform. Create one per process: it keeps the pace. Needs the `ProviderWatch`. */
export const makePolymarketPlatformSource = Effect.fnUntraced(function* (
  options: GameListOptions,
) {
  const client = yield* makeGameListClient(options);
  const memory = yield* makeAnswerCache({
    ask: (_: "sports") => client.sports,
    otherKeys: () => [],
    answersMax: 1,
  });
  const sports = Effect.map(
    memory.recall("sports", (_, ageMs) => ageMs >= 0 && ageMs < SPORTS_LIFE_MS),
    ({ value }) => value,
  );

  const list = Effect.fn("polymarket.games")(function* (league: LeagueCode, window: TimeRange) {
    const series = leagueSeries(yield* sports, league);
    if (series.seriesIds.length === 0) return unknownSport(league);
    const queries = series.seriesIds.flatMap((id) => queriesOf(id, window));
    const walk = joinWalks(yield* Effect.forEach(queries, (query) => walkEvents(client, query)));
    const firstNamed = series.firstNamed ?? usualFirst(league);
    const { games, unread, hasUnknownForm } = readGames(walk.events, { league, firstNamed });
    const isRead = !hasUnknownForm && unread.every(({ why }) => why !== NAMELESS_GAME);
    return { games, unread, isComplete: walk.isComplete && isRead };
  });

  const scanLeague = (league: LeagueCode, window: TimeRange): Effect.Effect<LeagueScan> =>
    withinDeadline(list(league, window), {
      provider: VENUE_METADATA,
      timeoutMs: LEAGUE_TIMEOUT_MS,
    }).pipe(
      Effect.mapError((failure) => wanting(failure, `games of ${league}`)),
      Effect.result,
      Effect.map((outcome) => ({ league, outcome })),
    );

  return {
    code: "polymarket",
    leagues: LEAGUES,
    redistributable: "unknown",
    licenseNote: unknownTermsNote("Polymarket"),
    listsOnlyOpen: false,
    scan: ({ leagues, window }) =>
      Effect.forEach(leagues, (league) => scanLeague(league, window), {
        concurrency: LEAGUES_AT_ONCE,
      }),
  } satisfies PlatformSource;
});

/**
 * Returns the queries in order: an event that closes meanwhile is seen twice, not missed. Open
 * events are few, and some have no start time; closed ones are a whole season's, so they are
 * searched by both of the available times.
 */
function queriesOf(seriesId: string, { startSec, endSec }: TimeRange): ReadonlyArray<EventQuery> {
  const series_id = seriesId;
  const end_date_max = toIsoSeconds(endSec + END_SLACK_SEC);
  return [
    { series_id, closed: "false" },
    {
      series_id,
      closed: "true",
      start_time_min: toIsoSeconds(startSec),
      start_time_max: toIsoSeconds(endSec),
    },
    { series_id, closed: "true", end_date_min: toIsoSeconds(startSec), end_date_max },
  ];
}

/** In soccer the home side is named first; in the venue's other sports the away side. */
function usualFirst(league: LeagueCode): FirstNamed {
  return LEAGUE_FACTS[league].sport === "soccer" ? "home" : "away";
}

/** Returns an empty, incomplete listing for a league that was not found under any series. */
function unknownSport(league: LeagueCode): LeagueListing {
  const id = sportCodesOf(league).join(" or ");
  const why = "The venue's list of sports has no series of that name";
  return { games: [], isComplete: false, unread: [{ id, title: league, why }] };
}
