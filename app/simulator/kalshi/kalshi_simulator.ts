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
import { listEvents, listMarkets, oneEvent, oneMarket } from "./event_calls.ts";
import { failureOfStatus, NOT_FOUND, TOO_MANY_REQUESTS } from "./failure.ts";
import { type Listing } from "./listing.ts";
import { listMilestones, listTargets, oneMilestone, oneTarget } from "./milestone_calls.ts";
import { makeListingControl } from "./listing_control.ts";
import { type Parsed } from "./query_reader.ts";
import { listSeries, oneSeries } from "./series_calls.ts";
import { type WireRow } from "./wire_text.ts";
import { worldListing } from "./world_listing.ts";

const BASE_PATH = "/trade-api/v2/";
/** Per client address: the limit of the lowest tier, which applies to callers without a key. */
const CALLS_PER_SEC = 20;

/** A call: the path after the collection's name, and the query. */
interface Asked {
  readonly name: string;
  readonly query: URLSearchParams;
}

type Call = (listing: Listing, asked: Asked) => Parsed<WireRow>;

/** The list call and the single-item call of each collection. */
const CALLS: ReadonlyMap<string, readonly [all: Call, one: Call]> = new Map<string, [Call, Call]>([
  ["events", [
    (listing, { query }) => listEvents(listing, query),
    (listing, { name, query }) => oneEvent(listing, { ticker: name, query }),
  ]],
  ["markets", [
    (listing, { query }) => listMarkets(listing, query),
    (listing, { name }) => oneMarket(listing, name),
  ]],
  ["milestones", [
    (listing, { query }) => listMilestones(listing, query),
    (listing, { name }) => oneMilestone(listing, name),
  ]],
  ["structured_targets", [
    (listing, { query }) => listTargets(listing, query),
    (listing, { name }) => oneTarget(listing, name),
  ]],
  ["series", [
    (_, { query }) => listSeries(query),
    (_, { name }) => oneSeries(name),
  ]],
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
      const [collection = "", name = "", ...rest] = path.startsWith(BASE_PATH)
        ? path.slice(BASE_PATH.length).split("/")
        : [];
      const call = CALLS.get(collection)?.[name === "" ? 0 : 1];
      if (method !== "GET" || call === undefined || rest.length > 0) return NOT_FOUND;
      const answer = call(listing(), { name, query });
      return Result.isFailure(answer) ? answer.failure : { status: 200, body: answer.success };
    },
  };
}
