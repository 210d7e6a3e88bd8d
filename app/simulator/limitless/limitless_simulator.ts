/**
 * The simulated Limitless exchange, limited to its market lists.
 *
 * It answers `/markets/active` and `/markets/{slug}`. The real one publishes no rate limit, so none
 * is applied. Trading is not simulated.
 *
 * @module
 */
import { UnixSec } from "../../../core/time/mod.ts";
import { type SandboxClock } from "../kit/clock.ts";
import { openOffers } from "../season/open_offers.ts";
import { type Season } from "../season/season.ts";
import { type SimulatedProvider } from "../kit/simulator.ts";
import { failureOfStatus, notFound } from "./failure.ts";
import { type Listing, listMarkets } from "./list_markets.ts";
import { matchRows } from "./match_rows.ts";
import { otherRows } from "./other_rows.ts";
import { makeRecordedListing } from "./recorded_listing.ts";
import { type Row } from "./row.ts";

/** The simulator's options. Simulators with the same season and clock are consistent. */
export interface LimitlessSimulatorOptions {
  readonly season: Season;
  readonly seed: number;
  readonly clock: SandboxClock;
}

/** All that it serves. */
export const ENDPOINTS = new Map([["GET /markets/active", listMarkets]]);

/** Makes the simulator. */
export function makeLimitlessSimulator(
  { season, seed, clock }: LimitlessSimulatorOptions,
): SimulatedProvider {
  const recorded = makeRecordedListing();
  const listing = (): Listing => {
    const current = recorded.current();
    if (current !== undefined) return current;
    const nowSec = UnixSec(Math.floor(clock.nowMs() / 1000));
    const rows = [...sportsRows({ season, seed, nowSec }), ...otherRows(seed, nowSec)];
    return { rows, total: rows.length };
  };
  return {
    name: "limitless",
    controls: new Map([["PUT /__listing", recorded.control]]),
    failure: failureOfStatus,
    answer: ({ method, path, query }) =>
      ENDPOINTS.get(`${method} ${path}`)?.(listing(), query) ??
        notFound(`Cannot ${method} ${path}`),
  };
}

/** Returns all tradable rows of all matches, in an order that stays the same across pages. */
function sportsRows(
  { season, seed, nowSec }: {
    readonly season: Season;
    readonly seed: number;
    readonly nowSec: UnixSec;
  },
): ReadonlyArray<Row> {
  return openOffers(season, "limitless", nowSec)
    .toSorted((a, b) => a.game.number - b.game.number)
    .flatMap((offer) => matchRows(offer, seed));
}
