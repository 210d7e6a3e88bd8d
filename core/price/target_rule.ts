/**
 * The rules that define which published price is a window's target, as a table of dates.
 *
 * @module
 */
import { type MarketWindow, type VenueProfile } from "../market/mod.ts";
import { UnixSec } from "../time/mod.ts";

/** The oracle's streams for one asset. The number is the look-back of the average in seconds. */
export const ORACLE_STREAMS = ["spot", "twap_30", "twap_60"] as const;

/** One of {@linkcode ORACLE_STREAMS}. */
export type OracleStream = (typeof ORACLE_STREAMS)[number];

/**
 * The price to request from the provider.
 *
 * - `report`: the oracle's report that covers the window's start.
 * - `first_trade`: the price of the first trade inside the window.
 * - `day_candle`: the open of the UTC day's candle, which is its first trade.
 * - `minute_close`: the close of the one-minute candle that opens at `minuteSec`.
 */
export type TargetRule =
  | { readonly kind: "report"; readonly stream: OracleStream }
  | { readonly kind: "first_trade" }
  | { readonly kind: "day_candle" }
  | { readonly kind: "minute_close"; readonly minuteSec: UnixSec };

/** Returns the oracle's stream that a rule uses; undefined for rules of the exchange. */
export function streamOf(rule: TargetRule): OracleStream | undefined {
  return rule.kind === "report" ? rule.stream : undefined;
}

const at = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 1000;

/** Before this date the venue resolved on the spot stream (its change log and market texts). */
const TWAP_FROM_SEC = at("2026-08-07");
/** The unix second at which 5min moved from the 30-second average to the 60-second one. */
export const FIVE_MINUTE_TWAP_60_FROM_SEC = at("2026-08-14");
/** From this date the venue's text names the candle *closing* at noon, which opens at 11:59. */
const CANDLE_CLOSING_AT_NOON_FROM_SEC = at("2026-10-02");

/** Returns the rule in force for a window. Every date is compared with the window's start. */
export function targetRule(profile: VenueProfile, window: MarketWindow): TargetRule {
  switch (window.interval) {
    case "5min":
    case "15min":
    case "4hour":
      return { kind: "report", stream: oracleStream(window) };
    case "1hour":
      return { kind: "first_trade" };
    case "daily":
      return profile.dailyOpen === "day_candle"
        ? { kind: "day_candle" }
        : { kind: "minute_close", minuteSec: noonMinute(window.startSec) };
  }
}

function oracleStream({ interval, startSec }: MarketWindow): OracleStream {
  if (startSec < TWAP_FROM_SEC) return "spot";
  if (interval === "5min" && startSec < FIVE_MINUTE_TWAP_60_FROM_SEC) return "twap_30";
  return "twap_60";
}

function noonMinute(noonSec: UnixSec): UnixSec {
  return noonSec < CANDLE_CLOSING_AT_NOON_FROM_SEC ? noonSec : UnixSec(noonSec - 60);
}
