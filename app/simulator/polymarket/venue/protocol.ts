/**
 * The protocol of a market. The venue's two protocols exist in parallel: each market has one, not
 * the venue.
 *
 * Source: the venue's documentation of Protocol V2, and its market objects since October 2026.
 *
 * @module
 */
import { type Listing } from "./listing.ts";

/** As in the venue's metadata (`version`) and its order book (`v`). */
export type Protocol = "v1" | "v2";

/** Five-minute windows that begin here or later use the second protocol. */
export const V2_FROM_SEC = Date.parse("2026-11-02T00:00:00Z") / 1000;

/** Returns the protocol of a listing's markets, fixed at its listing. */
export function protocolOf(
  { track: { subject }, startSec }: Pick<Listing, "track" | "startSec">,
): Protocol {
  const isFiveMinutes = subject.kind === "up_down" && subject.interval === "5min";
  return isFiveMinutes && startSec >= V2_FROM_SEC ? "v2" : "v1";
}
