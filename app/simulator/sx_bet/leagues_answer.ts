/**
 * The answers about sports, leagues, their teams and fixtures.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";
import { hash32, streamOf } from "../world/hash.ts";
import { failed, succeeded } from "./failure.ts";
import { betGroupOf, type Fixture, FIXTURE_STATUS, type Market } from "./fixture.ts";
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

/** Answers `GET /leagues/teams/{id}` and `GET /teams`. */
export function teamsAnswer({ fixtures }: LeaguesWorld, leagueId: string | null): Answer {
  if (leagueId === null) return failed(400, "leagueId is required");
  const names = ofLeague(fixtures, leagueId).flatMap(({ market }) => [
    market["teamOneName"],
    market["teamTwoName"],
  ]);
  const teams = [...new Set(names)].filter((name) => typeof name === "string").toSorted()
    .map((name) => ({ id: hash32(streamOf(0, name), 0) % 1_000_000, name }));
  return succeeded({ teams });
}

/** Finished, cancelled and postponed fixtures are not active. */
const ACTIVE: ReadonlySet<number> = new Set([
  FIXTURE_STATUS.notStarted,
  FIXTURE_STATUS.inProgress,
  FIXTURE_STATUS.aboutToStart,
]);

/** Answers `GET /fixture/active`. */
export function fixturesAnswer({ fixtures }: LeaguesWorld, leagueId: string | null): Answer {
  if (leagueId === null) return failed(400, "leagueId is required");
  const active = ofLeague(fixtures, leagueId).filter(({ status }) => ACTIVE.has(status));
  return succeeded(active.map(({ eventId, status, market }) => ({
    participantOneName: market["teamOneName"],
    participantTwoName: market["teamTwoName"],
    startDate: new Date(Number(market["gameTime"] ?? 0) * 1000).toISOString(),
    status,
    leagueId: market["leagueId"],
    leagueLabel: market["leagueLabel"],
    sportId: market["sportId"],
    eventId,
  })));
}

/** Returns the fixtures of a league, each with a market that describes it. */
function ofLeague(
  fixtures: ReadonlyArray<Fixture>,
  leagueId: string,
): ReadonlyArray<Fixture & { readonly market: Market }> {
  return fixtures.flatMap((fixture) => {
    const market = fixture.markets[0]?.market;
    const isWanted = market !== undefined && String(market["leagueId"]) === leagueId;
    return isWanted ? [{ ...fixture, market }] : [];
  });
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
