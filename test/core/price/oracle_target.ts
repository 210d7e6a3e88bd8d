/** What sources of prices publish for one second. @module */
import { PROFILE_BY_NAME, windowContaining } from "../../../core/market/mod.ts";
import {
  type OracleSource,
  publishedTarget,
  type RelayPoint,
  relayTarget,
  type Report,
  reportTarget,
  type Target,
  type TargetQuery,
  targetRule,
} from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";

/** When {@linkcode QUERY}'s window starts. */
export const START_SEC = UnixSec(1_793_880_000);

/** Asks for the target of a window of bitcoin of five minutes that starts then. */
export function queryAt(startSec: UnixSec): TargetQuery {
  const profile = PROFILE_BY_NAME.spec;
  const window = windowContaining(profile.calendar, "5min", startSec);
  return { asset: "btc", window, rule: targetRule(profile, window) };
}

/** Asks for the target of one window. */
export const QUERY = queryAt(START_SEC);

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

/** What the exchange publishes for a candle. */
export const KLINE = {
  kind: "kline",
  market: "spot",
  symbol: "",
  klineInterval: "",
  field: "open",
  row: [],
} as const;
