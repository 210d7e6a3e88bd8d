/**
 * The simulated Kalshi: the public calls of its trading API that list games, and windows of crypto
 * prices.
 *
 * @module
 */
import { Result } from "effect";
import { UnixSec } from "../../../core/time/mod.ts";
import { type SandboxClock } from "../kit/clock.ts";
import { makeFixedWindow } from "../kit/rate_limit.ts";
import { type Season } from "../season/season.ts";
import { type SimulatedProvider } from "../kit/simulator.ts";
import { type World } from "../world/world.ts";
import { listEvents, listMarkets } from "./event_calls.ts";
import { exchangeStatus } from "./exchange_status.ts";
import { failureOfStatus, NOT_FOUND, TOO_MANY_REQUESTS } from "./failure.ts";
import { type Listing } from "./listing.ts";
import { makeListingControl } from "./listing_control.ts";
import { type WindowBook } from "./listed_window.ts";
import { type Parsed } from "./query_reader.ts";
import { archiveCutoff, isAboutWindows, listArchive, listWindows } from "./window_calls.ts";
import { makeWindowsControl } from "./windows_control.ts";
import { type WireRow } from "./wire_row.ts";
import { worldListing } from "./world_listing.ts";
import { makeWorldWindows } from "./world_windows.ts";

/** Per client address: the limit of the lowest tier, which applies to callers without a key. */
const CALLS_PER_SEC = 20;

/** What a call is answered from. */
interface Listed {
  readonly listing: () => Listing;
  readonly book: WindowBook;
  readonly nowMs: number;
}

type Call = (listed: Listed, query: URLSearchParams) => Parsed<WireRow>;

/** All that it serves. */
export const ENDPOINTS: ReadonlyMap<string, Call> = new Map<string, Call>([
  ["GET /trade-api/v2/events", ({ listing }, query) => listEvents(listing(), query)],
  [
    "GET /trade-api/v2/markets",
    (listed, query) =>
      isAboutWindows(query) ? listWindows(listed, query) : listMarkets(listed.listing(), query),
  ],
  ["GET /trade-api/v2/historical/markets", listArchive],
  ["GET /trade-api/v2/historical/cutoff", archiveCutoff],
  ["GET /trade-api/v2/exchange/status", ({ nowMs }) => Result.succeed(exchangeStatus(nowMs))],
]);

/** Makes the simulator. */
export function makeKalshiSimulator(
  { season, world, clock }: {
    readonly season: Season;
    readonly world: World;
    readonly clock: SandboxClock;
  },
): SimulatedProvider {
  const limit = makeFixedWindow(CALLS_PER_SEC, 1_000);
  let recorded: Listing | undefined;
  let drawn: { readonly nowSec: number; readonly listing: Listing } | undefined;
  let book = makeWorldWindows(world);
  const listing = () => {
    if (recorded !== undefined) return recorded;
    const nowSec = UnixSec(Math.floor(clock.nowMs() / 1000));
    if (drawn?.nowSec !== nowSec) drawn = { nowSec, listing: worldListing(season, nowSec) };
    return drawn.listing;
  };
  return {
    name: "kalshi",
    controls: new Map([
      ["PUT /__listing", makeListingControl((next) => void (recorded = next))],
      ["PUT /__windows", makeWindowsControl((next) => void (book = next))],
    ]),
    failure: failureOfStatus,
    answer({ method, path, query, client }) {
      const nowMs = clock.nowMs();
      if (limit.take(client, nowMs) !== undefined) return TOO_MANY_REQUESTS;
      const call = ENDPOINTS.get(`${method} ${path}`);
      if (call === undefined) return NOT_FOUND;
      const answer = call({ listing, book, nowMs }, query);
      return Result.isFailure(answer) ? answer.failure : { status: 200, body: answer.success };
    },
  };
}
