/**
 * What the sources of the oracle's prices publish for one second.
 *
 * @module
 */
import {
  type OracleSource,
  publishedTarget,
  type RelayPoint,
  relayTarget,
  type Report,
  reportTarget,
  type Target,
} from "../../../core/price/mod.ts";

/** A price, and the second of which it is. */
export interface PricedSecond {
  readonly observedSec: number;
  readonly priceE18: bigint;
}

export function reportOf({ observedSec, priceE18 }: PricedSecond): Report {
  const signed = { feedId: "0x", fullReport: "0x" };
  return { stream: "twap_60", validFromSec: observedSec, observedSec, priceE18, ...signed };
}

export function pointOf({ observedSec, priceE18 }: PricedSecond): RelayPoint {
  const sent = { symbol: "btcusd", fullAccuracyValue: "1", seq: 1, receivedAtMs: 0 };
  return { stream: "twap_60", validFromSec: observedSec, observedSec, priceE18, ...sent };
}

/** The target that a source gives a window. Only a report may stand in for the exact second. */
export function oracleTarget(
  source: OracleSource,
  { isLate = false, ...second }: PricedSecond & { readonly isLate?: boolean },
): Target {
  const { priceE18 } = second;
  switch (source) {
    case "report":
      return reportTarget(reportOf(second), { isLate });
    case "relay":
      return relayTarget(pointOf(second));
    case "site":
      return publishedTarget({ source: "venue_site", priceE18, receivedAtMs: 0 });
    case "metadata":
      return publishedTarget({ source: "venue_metadata", priceE18, receivedAtMs: 0 });
  }
}
