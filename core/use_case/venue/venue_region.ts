/**
 * Whether the primary venue takes orders from where this service runs.
 *
 * @module
 */
import { Effect } from "effect";
import { VenueRegion } from "../../port/venue_region.ts";

/**
 * Asks the venue before an order is at stake. `describeRegion` says the answer. Where the venue
 * cannot say, it fails with `ProviderFailed`, and orders may still be taken.
 */
export const venueRegion = Effect.fn("venueRegion")(function* () {
  const { seen } = yield* VenueRegion;
  return yield* seen;
});
