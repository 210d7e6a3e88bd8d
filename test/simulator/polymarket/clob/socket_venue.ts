/** Tokens of the venue's world, for the tests of its books. @module */
import { listingAt } from "../../../../app/simulator/polymarket/venue/listing.ts";
import { makeVenueWorld } from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { ms } from "../../kit/support.ts";

/** An instant at which the windows below are open. */
export const NOW_MS = ms("2026-11-20T12:03:20Z");
const venue = makeVenueWorld(makeWorld(1), PROFILE_BY_NAME.spec);
const tracks = [...venue.tracks.values()];

/** Returns both tokens of a track's last event that began before an instant. */
export function tokensAt(slot: number, nowMs = NOW_MS): readonly [string, string] {
  const track = tracks.find((each) => each.slot === slot);
  if (track === undefined) throw new Error(`There is no track ${slot}`);
  const listing = listingAt(track, track.indexAt(nowMs / 1000));
  return venue.ids({ listing, marketIndex: 0 }).tokenIds;
}
/** Five minutes of bitcoin, and of ether. */
export const [BTC, BTC_DOWN] = tokensAt(1);
export const [ETH] = tokensAt(6);
/** A question of a few days. */
export const [RAIN, RAIN_NOT] = tokensAt(128);
