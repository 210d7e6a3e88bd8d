/**
 * Which of the venue's two protocols a market is traded under. They stand side by side: it is a
 * property of each market, and not of the venue.
 *
 * Source: the venue's documentation of Protocol V2, and its market objects since October 2026.
 *
 * @module
 */
import { type Listing } from "./listing.ts";

/** As the venue's metadata (`version`) and its order book (`v`) write it. */
export type Protocol = "v1" | "v2";

/** Windows of five minutes that begin here or later are of the second protocol. */
export const V2_FROM_SEC = Date.parse("2026-11-02T00:00:00Z") / 1000;

/** The protocol of a listing's markets, from the day it is listed to the end. */
export function protocolOf(
  { track: { subject }, startSec }: Pick<Listing, "track" | "startSec">,
): Protocol {
  const isFiveMinutes = subject.kind === "up_down" && subject.interval === "5min";
  return isFiveMinutes && startSec >= V2_FROM_SEC ? "v2" : "v1";
}
