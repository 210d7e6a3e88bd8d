/**
 * The simulated metadata service of the primary venue (Gamma): events and their markets, also of
 * games. It also serves the event pages of the venue's site.
 *
 * The real service enforces its limits at its edge, which queues excess requests instead of
 * refusing them; this is not simulated.
 *
 * @module
 */
import { Result } from "effect";
import { type VenueProfile } from "../../../../core/market/mod.ts";
import { type SandboxClock } from "../../kit/clock.ts";
import { type Season } from "../../season/season.ts";
import { type SimulatedProvider } from "../../kit/simulator.ts";
import { type StagedEvents } from "../venue/staged_events.ts";
import { makeVenueWorld, type VenueWorldOptions } from "../venue/venue_world.ts";
import { type World } from "../../world/world.ts";
import { openCatalog } from "./catalog.ts";
import { findEndpoint } from "./endpoint.ts";
import { eventPage } from "./event_page.ts";
import { makeEventControl } from "./event_control.ts";
import { failureOfStatus, UNKNOWN_PATH } from "./failure.ts";
import { makeGameWorld } from "./game/game_world.ts";

/** The simulator's options. Recorded points and overridden prices are shared within a process. */
export interface VenueMetadataOptions extends VenueWorldOptions {
  readonly world: World;
  readonly clock: SandboxClock;
  readonly profile: VenueProfile;
  /** Shared with the order book simulator if both run in one process. */
  readonly staged: StagedEvents;
  /** The games; default: no games and no sports. */
  readonly season?: Season | undefined;
}

/** Makes the simulator. */
export function makeGammaSimulator(
  { world, clock, profile, staged, season, ...shared }: VenueMetadataOptions,
): SimulatedProvider {
  const venue = makeVenueWorld(world, profile, shared);
  const games = season === undefined ? undefined : makeGameWorld(season);
  return {
    name: "venue-metadata",
    controls: new Map([["PUT /__event", makeEventControl(staged)]]),
    failure: failureOfStatus,
    answer(request) {
      if (request.method !== "GET") return UNKNOWN_PATH;
      const open = () => openCatalog({ venue, staged, nowMs: clock.nowMs(), games });
      const page = eventPage(request.path, open);
      if (page !== undefined) return page;
      const found = findEndpoint(request.path);
      if (found === undefined) return UNKNOWN_PATH;
      const { endpoint, value } = found;
      return Result.merge(endpoint(open(), { value, query: request.query }));
    },
  };
}
