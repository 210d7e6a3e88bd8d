/**
 * The simulated metadata service of the primary venue (Gamma): events, markets, tags, series.
 *
 * The real service's limits are held by its edge, which queues what is too much instead of
 * refusing it; they are left out here.
 *
 * @module
 */
import { Result } from "effect";
import { type VenueProfile } from "../../../core/market/mod.ts";
import { type SandboxClock } from "../clock.ts";
import { type SimulatedProvider } from "../simulator.ts";
import { type PutEvents } from "../venue/put_events.ts";
import { makeVenueWorld } from "../venue/venue_world.ts";
import { type World } from "../world/world.ts";
import { openCatalog } from "./catalog.ts";
import { findEndpoint } from "./endpoint.ts";
import { makeEventControl } from "./event_control.ts";
import { failureOfStatus, UNKNOWN_PATH } from "./failure.ts";

/** Makes the simulator. */
export function makeVenueMetadataSimulator(
  { world, clock, profile, put }: {
    readonly world: World;
    readonly clock: SandboxClock;
    readonly profile: VenueProfile;
    /** Shared with the order book where both run in one process. */
    readonly put: PutEvents;
  },
): SimulatedProvider {
  const venue = makeVenueWorld(world, profile);
  return {
    name: "venue-metadata",
    controls: new Map([["PUT /__event", makeEventControl(put)]]),
    failure: failureOfStatus,
    answer(request) {
      const found = request.method === "GET" ? findEndpoint(request.path) : undefined;
      if (found === undefined) return UNKNOWN_PATH;
      const { endpoint, value } = found;
      const answer = endpoint(openCatalog({ venue, put, clock }), { value, query: request.query });
      return Result.isFailure(answer) ? answer.failure : answer.success;
    },
  };
}
