/**
 * When the number was made that is a window's target.
 *
 * @module
 */
import type { MarketWindow } from "../market/mod.ts";
import type { Evidence } from "./evidence.ts";
import { isLateSource, type TargetSource } from "./target.ts";

/**
 * Returns the instant of a target, in unix milliseconds, that its source alone says: the start of
 * the window for what the oracle and the venue publish of exactly that second. Undefined where only
 * the evidence says it.
 */
export function knownInstant(source: TargetSource, window: MarketWindow): number | undefined {
  if (isLateSource(source)) return undefined;
  switch (source) {
    case "aggTrades":
    case "klines":
    case "klines_1m":
      return undefined;
    default:
      return window.startSec * 1000;
  }
}

/** The columns of a candle, as the exchange sends it: when it opens and when it closes. */
const OPENS_AT = 0;
const CLOSES_AT = 6;
/** The year 5138 in milliseconds: greater numbers are microseconds, as in files of the archive. */
const MICROSECONDS_MIN = 1e14;

/** Returns the instant that the evidence of a window's target states, in unix milliseconds. */
export function instantOf(evidence: Evidence, window: MarketWindow): number | null {
  switch (evidence.kind) {
    case "report":
      return evidence.observedSec * 1000;
    case "relay":
      return evidence.point.timestamp;
    case "published":
      return window.startSec * 1000;
    case "trade":
      return evidence.tradedAtMs;
    case "kline": {
      const at = Number(evidence.row[evidence.field === "open" ? OPENS_AT : CLOSES_AT]);
      if (!Number.isSafeInteger(at)) return null;
      return at < MICROSECONDS_MIN ? at : Math.floor(at / 1000);
    }
  }
}
