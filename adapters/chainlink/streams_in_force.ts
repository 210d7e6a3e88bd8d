/**
 * The oracle's streams that are needed at a date.
 *
 * @module
 */
import {
  INTERVALS,
  providerOf,
  type VenueProfile,
  windowContaining,
  windowsStartingIn,
} from "../../core/market/mod.ts";
import {
  ORACLE_STREAMS,
  type OracleStream,
  targetRule,
  TWAP_WINDOWS_SEC,
  twapStreamOf,
} from "../../core/price/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";

/** A stream is subscribed this many seconds before the windows that need it. */
const AHEAD_SEC = 86_400;

/**
 * Returns the streams of the averages, and those that decide the targets of current and upcoming
 * windows.
 */
export function streamsInForce(
  profile: VenueProfile,
  nowSec: number,
): ReadonlyArray<OracleStream> {
  const range = { startSec: UnixSec(nowSec), endSec: UnixSec(nowSec + AHEAD_SEC) };
  const wanted = new Set<OracleStream>(TWAP_WINDOWS_SEC.map(twapStreamOf));
  for (const interval of INTERVALS.filter((interval) => providerOf(interval) === "oracle")) {
    const open = windowContaining(profile.calendar, interval, range.startSec);
    for (const window of [open, ...windowsStartingIn(profile.calendar, interval, range)]) {
      const rule = targetRule(profile, window);
      if (rule.kind === "report") wanted.add(rule.stream);
    }
  }
  return ORACLE_STREAMS.filter((stream) => wanted.has(stream));
}
