/**
 * The simulated SX Bet, limited to its market lists.
 *
 * Order books and orders are not simulated.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";
import { type SandboxClock } from "../kit/clock.ts";
import { makeFixedWindow } from "../kit/rate_limit.ts";
import { type Season } from "../season/season.ts";
import { type SimulatedProvider } from "../kit/simulator.ts";
import { failureOfStatus } from "./failure.ts";
import { type Fixture } from "./fixture.ts";
import { sxLeagueOf } from "./league_labels.ts";
import { leaguesAnswer, type LeaguesWorld } from "./leagues_answer.ts";
import { listMarkets } from "./list_markets.ts";
import { makeRecordedListing } from "./recorded_listing.ts";
import { seasonFixtures } from "./season_fixtures.ts";

/** The simulator's options. Simulators with the same season and clock are consistent. */
export interface SxBetSimulatorOptions {
  readonly season: Season;
  readonly clock: SandboxClock;
}

/** Interval at which leagues become active or inactive. Source: docs.sx.bet. */
const LEAGUES_EVERY_SEC = 600;
/** Per client address. Source: docs.sx.bet, for most endpoints. */
const CALLS_PER_MINUTE = 500;

/** Makes the simulator. */
export function makeSxBetSimulator(
  { season, clock }: SxBetSimulatorOptions,
): SimulatedProvider {
  const recorded = makeRecordedListing();
  const limit = makeFixedWindow(CALLS_PER_MINUTE, 60_000);
  const fixturesAt = (nowSec: number): ReadonlyArray<Fixture> =>
    recorded.fixtures() ?? seasonFixtures(season, nowSec);
  const leaguesAt = (nowSec: number): LeaguesWorld => {
    const current = recorded.fixtures();
    if (current !== undefined) return { fixtures: current, moreLeagues: recorded.leagues() };
    const fixtures = fixturesAt(nowSec - nowSec % LEAGUES_EVERY_SEC);
    return { fixtures, moreLeagues: season.leagues.map(sxLeagueOf) };
  };
  return {
    name: "sx_bet",
    controls: new Map([["PUT /__listing", recorded.control]]),
    failure: failureOfStatus,
    answer(request) {
      const nowMs = clock.nowMs();
      const nowSec = Math.floor(nowMs / 1000);
      const sources = { fixtures: () => fixturesAt(nowSec), leagues: () => leaguesAt(nowSec) };
      const waitMs = limit.take(request.client, nowMs);
      if (waitMs === undefined) {
        return ENDPOINTS.get(`${request.method} ${request.path}`)?.(sources, request.query) ??
          failureOfStatus(404);
      }
      const headers = { "retry-after": String(Math.ceil(waitMs / 1000)) };
      return { ...failureOfStatus(429), headers };
    },
  };
}

interface Sources {
  readonly fixtures: () => ReadonlyArray<Fixture>;
  /** The data that league answers read. */
  readonly leagues: () => LeaguesWorld;
}

/** All that it serves. */
export const ENDPOINTS = new Map<string, (sources: Sources, query: URLSearchParams) => Answer>([
  ["GET /leagues", ({ leagues }, query) => leaguesAnswer(leagues(), query)],
  ["GET /markets/active", ({ fixtures }, query) => listMarkets(fixtures(), query)],
]);
