/**
 * The simulated site of the primary venue and its data API, two separate real hosts: their public
 * answers about the prices of windows and the resolutions of markets.
 *
 * @module
 */
import { type VenueProfile } from "../../../../core/market/mod.ts";
import { type SandboxClock } from "../../kit/clock.ts";
import { type SimulatedProvider } from "../../kit/simulator.ts";
import { makeVenueWorld, type VenueWorldOptions } from "../venue/venue_world.ts";
import { type World } from "../../world/world.ts";
import { makeCryptoPrice } from "./crypto_price.ts";
import { failureOfStatus } from "./failure.ts";
import { makePublishedControl } from "./published_control.ts";
import { makeResolutionControl, type ResolutionOverrides } from "./resolution_overrides.ts";
import { answerResolutions } from "./resolutions.ts";

/** The simulator's options. `recorded` and `published` are shared within a process. */
export interface SiteSimulatorOptions extends VenueWorldOptions {
  readonly world: World;
  readonly clock: SandboxClock;
  readonly profile: VenueProfile;
}

/** Makes the simulator. */
export function makeSiteSimulator(
  { world, clock, profile, ...shared }: SiteSimulatorOptions,
): SimulatedProvider {
  const venue = makeVenueWorld(world, profile, shared);
  const cryptoPrice = makeCryptoPrice(venue, clock);
  const overrides: ResolutionOverrides = new Map();
  return {
    name: "site",
    controls: new Map([
      ["PUT /__published", makePublishedControl(venue.published, cryptoPrice.forget)],
      ["PUT /__resolution", makeResolutionControl(overrides, clock.nowMs)],
    ]),
    failure: failureOfStatus,
    answer({ method, path, query }) {
      switch (`${method} ${path}`) {
        case "GET /api/crypto/crypto-price":
          return cryptoPrice.answer(query);
        case "GET /v2/resolutions":
          return answerResolutions({ venue, overrides, clock }, query);
        default:
          return failureOfStatus(404);
      }
    },
  };
}
