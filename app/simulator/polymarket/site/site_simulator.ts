/**
 * The simulated site of the primary venue and its data API, two separate real hosts: their public
 * answers about the prices of windows, the region of a caller, and the resolutions of markets.
 *
 * @module
 */
import { type VenueProfile } from "../../../../core/market/mod.ts";
import { type SandboxClock } from "../../kit/clock.ts";
import { type Season } from "../../season/season.ts";
import { type SimulatedProvider } from "../../kit/simulator.ts";
import { type ChainLog, makeChainLog } from "../chain/chain_log.ts";
import { makeDataService } from "../data/data_service.ts";
import { failureOfStatus as dataFailure } from "../data/failure.ts";
import {
  makeResolutionControl,
  makeResolutionOverrides,
  type ResolutionOverrides,
} from "../data/resolution_overrides.ts";
import { openCatalog } from "../gamma/catalog.ts";
import { makeGameWorld } from "../gamma/game/game_world.ts";
import { type CallerRegion, makeCallerRegion } from "../venue/caller_region.ts";
import { makeStagedEvents, type StagedEvents } from "../venue/staged_events.ts";
import { makeVenueWorld, type VenueWorldOptions } from "../venue/venue_world.ts";
import { type World } from "../../world/world.ts";
import { makeCryptoPrice } from "./crypto_price.ts";
import { failureOfStatus } from "./failure.ts";
import { geoblock, makeRegionControl } from "./geoblock.ts";
import { makePublishedControl } from "./published_control.ts";

/** The simulator's options. What has a default is shared within a process. */
export interface SiteSimulatorOptions extends VenueWorldOptions {
  readonly world: World;
  readonly clock: SandboxClock;
  readonly profile: VenueProfile;
  readonly staged?: StagedEvents | undefined;
  readonly caller?: CallerRegion | undefined;
  readonly season?: Season | undefined;
  readonly chain?: ChainLog | undefined;
  readonly resolutions?: ResolutionOverrides | undefined;
}

/** Begins the paths of the data service. */
const DATA = "/v2/";

/** Makes the simulator. */
export function makeSiteSimulator(
  { world, clock, profile, ...shared }: SiteSimulatorOptions,
): SimulatedProvider {
  const { staged = makeStagedEvents(), season, chain = makeChainLog() } = shared;
  const { caller = makeCallerRegion() } = shared;
  const overrides = shared.resolutions ?? makeResolutionOverrides();
  const games = season === undefined ? undefined : makeGameWorld(season);
  const venue = makeVenueWorld(world, profile, shared);
  const cryptoPrice = makeCryptoPrice(venue, clock);
  const data = makeDataService({
    venue,
    overrides,
    chain,
    clock,
    openCatalog: (nowMs) => openCatalog({ venue, staged, games, nowMs }),
  });
  return {
    name: "site",
    controls: new Map([
      ["PUT /__mode", makeRegionControl(caller)],
      ["PUT /__published", makePublishedControl(venue.published, cryptoPrice.forget)],
      ["PUT /__resolution", makeResolutionControl(overrides, clock.nowMs)],
      ["PUT /__lag", data.lagControl],
    ]),
    failure: (status, { path }) =>
      path.startsWith(DATA) ? dataFailure(status) : failureOfStatus(status),
    answer(request) {
      const { method, path, query } = request;
      if (path.startsWith(DATA)) return data.answer(request);
      switch (`${method} ${path}`) {
        case "GET /api/crypto/crypto-price":
          return cryptoPrice.answer(query);
        case "GET /api/geoblock":
          return geoblock(caller);
        default:
          return failureOfStatus(404);
      }
    },
  };
}
