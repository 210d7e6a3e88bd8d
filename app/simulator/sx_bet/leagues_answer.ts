/**
 * The answers about sports and leagues.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";
import { succeeded } from "./failure.ts";
import { betGroupOf, type Fixture } from "./fixture.ts";
import { SPORT_LABELS, SX_LEAGUES, type SxLeague } from "./league_labels.ts";

/** The data at the instant of the answer. */
export interface LeaguesWorld {
  readonly fixtures: ReadonlyArray<Fixture>;
  /** Additional leagues, which replace the fixed ones of the same sport and label. */
  readonly moreLeagues: ReadonlyArray<SxLeague>;
}

/** Answers `GET /sports`. */
export function sportsAnswer(): Answer {
  return succeeded([...SPORT_LABELS].map(([sportId, label]) => ({ sportId, label })));
}

/** Answers `GET /leagues`: all leagues, and whether they are active. */
export function leaguesAnswer(world: LeaguesWorld, query: URLSearchParams): Answer {
  const groups = eventsByLeague(world.fixtures);
  return succeeded(
    leaguesOfSport(world, query).map((league) => ({
      ...league,
      active: groups.has(league.leagueId),
    })),
  );
}

/** Answers `GET /leagues/active`, with the number of events per bet group. */
export function activeLeaguesAnswer(world: LeaguesWorld, query: URLSearchParams): Answer {
  const groups = eventsByLeague(world.fixtures);
  return succeeded(
    leaguesOfSport(world, query).flatMap((league) => {
      const eventsByType = groups.get(league.leagueId);
      return eventsByType === undefined
        ? []
        : [{ ...league, eventsByType: Object.fromEntries(eventsByType) }];
    }),
  );
}

function leaguesOfSport(
  { moreLeagues }: LeaguesWorld,
  query: URLSearchParams,
): ReadonlyArray<SxLeague> {
  const isReplaced = ({ leagueId, label, sportId }: SxLeague) =>
    moreLeagues.some((more) =>
      more.leagueId === leagueId || (more.label === label && more.sportId === sportId)
    );
  const sportId = query.get("sportId");
  return [...SX_LEAGUES.filter((league) => !isReplaced(league)), ...moreLeagues]
    .filter((league) => sportId === null || String(league.sportId) === sportId);
}

/** Returns each league's number of events, by bet group. */
function eventsByLeague(
  fixtures: ReadonlyArray<Fixture>,
): ReadonlyMap<unknown, ReadonlyMap<string, number>> {
  const leagues = new Map<unknown, Map<string, number>>();
  for (const { markets } of fixtures) {
    const groups = leagues.get(markets[0]?.market["leagueId"]) ?? new Map<string, number>();
    leagues.set(markets[0]?.market["leagueId"], groups);
    for (const group of new Set(markets.map(({ market }) => betGroupOf(market)))) {
      groups.set(group, (groups.get(group) ?? 0) + 1);
    }
  }
  return leagues;
}
