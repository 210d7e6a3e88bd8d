/**
 * `GET /v2/resolutions` of the data API: the resolutions of markets of either protocol.
 *
 * Source: recorded answers of the venue. They do not name their market, so neither do these; that
 * they follow the order of the request is a guess.
 *
 * @module
 */
import { toIsoSeconds } from "../../../../core/time/mod.ts";
import { type Answer } from "../../kit/answer.ts";
import { type SandboxClock } from "../../kit/clock.ts";
import { type Listing } from "../venue/listing.ts";
import { windowOf } from "../venue/outcome_price.ts";
import { type ListedMarket, type VenueWorld } from "../venue/venue_world.ts";
import { hash32, streamOf } from "../../world/hash.ts";
import { refused } from "./failure.ts";
import { type Resolution, type ResolutionOverrides, WHOLE_PAYOUT } from "./resolution_overrides.ts";

/** In lower case. */
export const CONDITION = /^0x[0-9a-f]{64}$/;
/** Of one request. */
export const CONDITIONS_MAX = 20;
/** Delay from the end, or from a topic's close, to the resolution: some seconds to minutes. */
const DELAY_SEC_MIN = 8;
const DELAY_SEC_MAX = 180;

/** The sources of resolutions. */
export interface Resolved {
  readonly venue: VenueWorld;
  readonly overrides: ResolutionOverrides;
  readonly clock: SandboxClock;
}

/** Answers the request. Unknown conditions are omitted. */
export function answerResolutions(resolved: Resolved, query: URLSearchParams): Answer {
  const asked = (query.get("condition") ?? "").toLowerCase().split(",");
  if (asked.length > CONDITIONS_MAX) {
    return refused("condition", `at most ${CONDITIONS_MAX} conditions`);
  }
  // A condition in the metadata's form of the second protocol lacks a byte, and is refused.
  if (!asked.every((condition) => CONDITION.test(condition))) {
    return refused("condition", "invalid condition");
  }
  const data = asked.map((condition) => itemOf(resolved, condition))
    .filter((item) => item !== undefined);
  return { status: 200, body: { data } };
}

function itemOf(
  resolved: Resolved,
  condition: string,
): Readonly<Record<string, unknown>> | undefined {
  const { venue, clock } = resolved;
  const nowSec = Math.floor(clock.nowMs() / 1_000);
  const market = venue.marketByConditionId(condition, nowSec);
  const known = resolutionAt(resolved, condition, nowSec);
  if (known !== undefined) return resolvedItem(known, reporterOf(venue, market?.listing));
  return market === undefined ? undefined : { status: "active", market_type: "BINARY" };
}

/** Returns how a condition was resolved by then; undefined if it is open, or unknown. */
export function resolutionAt(
  { venue, overrides }: Omit<Resolved, "clock">,
  condition: string,
  nowSec: number,
): Resolution | undefined {
  const market = venue.marketByConditionId(condition, nowSec);
  const known = overrides.get(condition) ?? (market && {
    payouts: payoutsOf(venue, market),
    resolvedSec: resolvedSecOf(venue, market.listing),
  });
  return known !== undefined && nowSec >= known.resolvedSec ? known : undefined;
}

function resolvedItem({ payouts, resolvedSec }: Resolution, reporter: string) {
  return {
    status: "resolved",
    market_type: "BINARY",
    payouts,
    resolution_source: "reported",
    reporter,
    resolved_at: toIsoSeconds(resolvedSec),
  };
}

/** Returns the unix second at which a market of the world is resolved. */
function resolvedSecOf({ seed }: VenueWorld, listing: Listing): number {
  const draw = hash32(streamOf(seed, "venue resolution"), listing.eventNumber);
  const fromSec = windowOf(listing) === undefined ? listing.closedSec : listing.endSec;
  return fromSec + DELAY_SEC_MIN + draw % (DELAY_SEC_MAX - DELAY_SEC_MIN + 1);
}

function payoutsOf(venue: VenueWorld, { listing, marketIndex }: ListedMarket) {
  const first = venue.prices.fair(listing, marketIndex, listing.closedSec) >= 0.5;
  return first ? [WHOLE_PAYOUT, 0] as const : [0, WHOLE_PAYOUT] as const;
}

/** The reporter of markets that the oracle does not decide was not observed. */
function reporterOf({ values }: VenueWorld, listing: Listing | undefined): string {
  const window = listing && windowOf(listing);
  const isUpDown = listing === undefined || listing.track.subject.kind === "up_down";
  return isUpDown && (window === undefined || values.stream(window) !== undefined)
    ? "CHAINLINK"
    : "UMA";
}
