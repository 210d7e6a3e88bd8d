/**
 * Finds the markets whose window contains an instant, or else the nearest market.
 *
 * @module
 */
import type { UnixSec } from "../time/mod.ts";
import type { KnownMarkets } from "./known_markets.ts";
import { isDuring, type OutcomeMarket } from "./outcome_market.ts";

/** A market and the distance in seconds from its window to the instant: 0 only inside. */
export interface MarketDistance {
  readonly market: OutcomeMarket;
  readonly distanceSec: number;
}

/** Returns the seconds to the nearest second of the window: 1 at the expiry, which is outside. */
export function distanceSec({ startSec, expirySec }: OutcomeMarket, atSec: UnixSec): number {
  if (atSec < startSec) return startSec - atSec;
  return Math.max(0, atSec - expirySec + 1);
}

/**
 * Returns every market whose window contains the instant, by expiry and id; or else the nearest
 * one, with ties broken by the earlier expiry, then by the lower id. Empty if none is known.
 */
export function nearestMarkets(
  known: Pick<KnownMarkets, "byExpiry" | "longestSec">,
  atSec: UnixSec,
): ReadonlyArray<MarketDistance> {
  const { byExpiry, longestSec } = known;
  const firstAfter = expiringAfter(byExpiry, atSec);
  const exact: Array<OutcomeMarket> = [];
  let next: OutcomeMarket | undefined;
  for (let at = firstAfter; at < byExpiry.length; at++) {
    const market = byExpiry[at];
    // A market that begins before `next` expires at most the longest window after `next` begins.
    const endSec = next === undefined ? Infinity : next.startSec + longestSec;
    if (market === undefined || market.expirySec > endSec) break;
    if (isDuring(market, atSec)) exact.push(market);
    else if (next === undefined || market.startSec < next.startSec) next = market;
  }
  if (exact.length > 0) return exact.map((market) => ({ market, distanceSec: 0 }));
  const candidates = [lastOf(byExpiry, firstAfter), next].flatMap((market) =>
    market === undefined ? [] : [{ market, distanceSec: distanceSec(market, atSec) }]
  );
  const [one, other] = candidates;
  if (one === undefined) return [];
  return [other !== undefined && other.distanceSec < one.distanceSec ? other : one];
}

/** Returns the index of the first market that expires after the instant. */
function expiringAfter(byExpiry: ReadonlyArray<OutcomeMarket>, atSec: UnixSec): number {
  let [low, high] = [0, byExpiry.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((byExpiry[middle]?.expirySec ?? Infinity) > atSec) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the last market to expire before index `end`; of several, the one with the lowest id. */
function lastOf(
  byExpiry: ReadonlyArray<OutcomeMarket>,
  end: number,
): OutcomeMarket | undefined {
  let last = byExpiry[end - 1];
  for (let at = end - 2; at >= 0; at--) {
    const market = byExpiry[at];
    if (market === undefined || market.expirySec !== last?.expirySec) break;
    last = market;
  }
  return last;
}
