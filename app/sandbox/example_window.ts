/**
 * The window whose slug examples have: it is open, and for long enough to be ordered in.
 *
 * @module
 */
import {
  INTERVALS,
  type MarketWindow,
  type VenueProfile,
  windowContaining,
} from "../../core/market/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import type { SandboxClock } from "../simulator/kit/clock.ts";

/** Enough of the machine's time to read, to paste and to come back. */
const ENOUGH_MS = 600_000;

/**
 * Returns the slug of btc's shortest window that stays open for ten minutes of the machine; on a
 * fast clock, of the one that stays open longest.
 */
export function exampleSlug(
  { calendar, slugOf }: VenueProfile,
  clock: Pick<SandboxClock, "nowMs" | "realMs">,
): string {
  const nowMs = clock.nowMs();
  const restMs = ({ endSec }: MarketWindow) => clock.realMs(endSec * 1000 - nowMs);
  const open = INTERVALS.map((interval) =>
    windowContaining(calendar, interval, UnixSec(Math.floor(nowMs / 1000)))
  );
  const longest = open.reduce((found, each) => restMs(each) > restMs(found) ? each : found);
  return slugOf("btc", open.find((each) => restMs(each) >= ENOUGH_MS) ?? longest);
}
