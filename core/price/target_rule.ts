/**
 * Which published number is the target of a window: a table of dates.
 *
 * @module
 */
import { type MarketWindow, type VenueProfile } from "../market/mod.ts";
import { UnixSec } from "../time/mod.ts";

/** The oracle's streams of one asset. The number is the look-back of the average in seconds. */
export const ORACLE_STREAMS = ["spot", "twap_30", "twap_60"] as const;

/** One of {@linkcode ORACLE_STREAMS}. */
export type OracleStream = (typeof ORACLE_STREAMS)[number];

/**
 * What to ask for.
 *
 * - `report`: the oracle's report that covers the window's start.
 * - `first_trade`: the price of the first trade at or after the start, still inside the window.
 * - `day_candle`: the open of the UTC day's candle, which is its first trade.
 * - `minute_close`: the close of the one-minute candle that opens at `minuteSec`.
 */
export type TargetRule =
  | { readonly kind: "report"; readonly stream: OracleStream }
  | { readonly kind: "first_trade" }
  | { readonly kind: "day_candle" }
  | { readonly kind: "minute_close"; readonly minuteSec: UnixSec };

/** The oracle's stream that a rule asks; undefined where the exchange is asked. */
export function streamOf(rule: TargetRule): OracleStream | undefined {
  return rule.kind === "report" ? rule.stream : undefined;
}

const at = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 1000;

/** Until here the venue resolved on the spot stream (its own change log and market texts). */
const TWAP_FROM_SEC = at("2026-08-07");
/** 5min began with the 30-second average and moved to 60 seconds here. */
export const FIVE_MINUTE_TWAP_60_FROM_SEC = at("2026-08-14");
/** From here the venue's text says the candle *closing* at noon, which opens at 11:59. */
const CANDLE_CLOSING_AT_NOON_FROM_SEC = at("2026-10-02");

/** The rule in force for a window. Every date is compared with the window's start. */
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
