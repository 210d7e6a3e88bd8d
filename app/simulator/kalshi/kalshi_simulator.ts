/**
 * The simulated Kalshi: the public calls of its trading API that list games.
 *
 * @module
 */
import { Result } from "effect";
import { UnixSec } from "../../../core/time/mod.ts";
import { type SandboxClock } from "../kit/clock.ts";
import { makeFixedWindow } from "../kit/rate_limit.ts";
import { type Season } from "../season/season.ts";
import { type SimulatedProvider } from "../kit/simulator.ts";
import { listEvents, listMarkets } from "./event_calls.ts";
import { failureOfStatus, NOT_FOUND, TOO_MANY_REQUESTS } from "./failure.ts";
import { type Listing } from "./listing.ts";
import { makeListingControl } from "./listing_control.ts";
import { worldListing } from "./world_listing.ts";

/** Per client address: the limit of the lowest tier, which applies to callers without a key. */
const CALLS_PER_SEC = 20;

/** All that it serves. */
export const ENDPOINTS = new Map([
  ["GET /trade-api/v2/events", listEvents],
  ["GET /trade-api/v2/markets", listMarkets],
]);

/** Makes the simulator. */
export function makeKalshiSimulator(
  { season, clock }: { readonly season: Season; readonly clock: SandboxClock },
): SimulatedProvider {
  const limit = makeFixedWindow(CALLS_PER_SEC, 1_000);
  let recorded: Listing | undefined;
  let drawn: { readonly nowSec: number; readonly listing: Listing } | undefined;
  const listing = () => {
    if (recorded !== undefined) return recorded;
    const nowSec = UnixSec(Math.floor(clock.nowMs() / 1000));
    if (drawn?.nowSec !== nowSec) drawn = { nowSec, listing: worldListing(season, nowSec) };
    return drawn.listing;
  };
  return {
    name: "kalshi",
    controls: new Map([["PUT /__listing", makeListingControl((next) => void (recorded = next))]]),
    failure: failureOfStatus,
    answer({ method, path, query, client }) {
      if (limit.take(client, clock.nowMs()) !== undefined) return TOO_MANY_REQUESTS;
      const call = ENDPOINTS.get(`${method} ${path}`);
      if (call === undefined) return NOT_FOUND;
      const answer = call(listing(), query);
      return Result.isFailure(answer) ? answer.failure : { status: 200, body: answer.success };
    },
  };
}
