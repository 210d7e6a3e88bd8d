/**
 * The simulated SX Bet, limited to its market lists.
 *
 * Order books and orders are not simulated.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";
import { type SandboxClock } from "../kit/clock.ts";
import { type Season } from "../season/season.ts";
import { type SimulatedProvider, type SimulatorRequest } from "../kit/simulator.ts";
import { failed, failureOfStatus, succeeded } from "./failure.ts";
import { type Fixture } from "./fixture.ts";
import { sxLeagueOf } from "./league_labels.ts";
import {
  activeLeaguesAnswer,
  fixturesAnswer,
  leaguesAnswer,
  type LeaguesWorld,
  sportsAnswer,
  teamsAnswer,
} from "./leagues_answer.ts";
import { listMarkets } from "./list_markets.ts";
import { makePutListings } from "./put_listing.ts";
import { makeRateLimit } from "./rate_limit.ts";
import { seasonFixtures } from "./season_fixtures.ts";

/** The simulator's options. Simulators with the same season and clock are consistent. */
export interface SxBetSimulatorOptions {
  readonly season: Season;
  readonly clock: SandboxClock;
}

/** Interval at which leagues become active or inactive. Source: docs.sx.bet. */
const LEAGUES_EVERY_SEC = 600;
/** Requests for more are refused. Source: docs.sx.bet. */
const FIND_MAX = 30;

/** Makes the simulator. */
export function makeSxBetSimulator(
  { season, clock }: SxBetSimulatorOptions,
): SimulatedProvider {
  const put = makePutListings();
  const limit = makeRateLimit();
  const fixturesAt = (nowSec: number): ReadonlyArray<Fixture> =>
    put.fixtures(nowSec) ?? seasonFixtures(season, nowSec);
  const leaguesAt = (nowSec: number): LeaguesWorld => {
    const recorded = put.fixtures(nowSec);
    if (recorded !== undefined) return { fixtures: recorded, moreLeagues: put.leagues() };
    const fixtures = fixturesAt(nowSec - nowSec % LEAGUES_EVERY_SEC);
    return { fixtures, moreLeagues: season.leagues.map(sxLeagueOf) };
  };
  return {
    name: "sx_bet",
    controls: new Map([["PUT /__listing", put.control]]),
    failure: failureOfStatus,
    answer(request) {
      const nowMs = clock.nowMs();
      const nowSec = Math.floor(nowMs / 1000);
      const sources = { fixtures: () => fixturesAt(nowSec), leagues: () => leaguesAt(nowSec) };
      return limit(request.client, nowMs) ?? answer(request, sources);
    },
  };
}

interface Sources {
  readonly fixtures: () => ReadonlyArray<Fixture>;
  /** The data that league answers read. */
  readonly leagues: () => LeaguesWorld;
}

function answer({ method, path, query }: SimulatorRequest, sources: Sources): Answer {
  const [, leagueId = null] = /^\/leagues\/teams\/(\d+)$/.exec(path) ?? [];
  if (leagueId !== null) return teamsAnswer(sources.leagues(), leagueId);
  switch (`${method} ${path}`) {
    case "GET /sports":
      return sportsAnswer();
    case "GET /leagues":
      return leaguesAnswer(sources.leagues(), query);
    case "GET /leagues/active":
      return activeLeaguesAnswer(sources.leagues(), query);
    case "GET /teams":
      return teamsAnswer(sources.leagues(), query.get("leagueId"));
    case "GET /fixture/active":
      return fixturesAnswer(
        { ...sources.leagues(), fixtures: sources.fixtures() },
        query.get("leagueId"),
      );
    case "GET /markets/active":
      return listMarkets(sources.fixtures(), query);
    case "GET /markets/find":
      return findMarkets(sources.fixtures(), query);
    default:
      return failed(404, "Not found");
  }
}

function findMarkets(fixtures: ReadonlyArray<Fixture>, query: URLSearchParams): Answer {
  const hashes = new Set((query.get("marketHashes") ?? "").split(",").filter(Boolean));
  if (hashes.size === 0) return failed(400, "marketHashes is required");
  if (hashes.size > FIND_MAX) return failed(400, `marketHashes must be at most ${FIND_MAX}`);
  const markets = fixtures.flatMap((fixture) => fixture.markets.map(({ market }) => market));
  return succeeded(markets.filter(({ marketHash }) => hashes.has(String(marketHash))));
}
