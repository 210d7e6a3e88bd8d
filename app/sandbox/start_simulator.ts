/**
 * Starts one simulator by its name.
 *
 * @module
 */
import { PROFILE_BY_NAME, type VenueProfile } from "../../core/market/mod.ts";
import { type SandboxClock } from "./clock.ts";
import { makeExchangeSimulator } from "./exchange/exchange_simulator.ts";
import { type OracleKey } from "./oracle/authentication.ts";
import { makeOracleSimulator } from "./oracle/oracle_simulator.ts";
import { makeOrderBookSimulator } from "./order_book/order_book_simulator.ts";
import { listen, type RunningSimulator, type SimulatedProvider } from "./simulator.ts";
import { makeKalshiSimulator } from "./kalshi/kalshi_simulator.ts";
import { makeLimitlessSimulator } from "./limitless/limitless_simulator.ts";
import { makeScheduleSimulator } from "./schedule/schedule_simulator.ts";
import { makeRelaySimulator } from "./relay/relay_simulator.ts";
import { makeSharedParts, type SharedParts } from "./shared_parts.ts";
import { makeSiteSimulator } from "./site/site_simulator.ts";
import { makeSxBetSimulator } from "./sx_bet/sx_bet_simulator.ts";
import { makeVenue2Simulator } from "./venue2/venue2_simulator.ts";
import { makeVenueWorld } from "./venue/venue_world.ts";
import { makeVenueMetadataSimulator } from "./venue_metadata/venue_metadata_simulator.ts";
import { makeWorld, type World } from "./world/world.ts";

/** Every simulator there is, in the order of their ports. */
export const SIMULATOR_NAMES = [
  "oracle",
  "exchange-spot",
  "exchange-futures",
  "venue-metadata",
  "venue-orders",
  "venue2",
  "schedule",
  "kalshi",
  "limitless",
  "sx_bet",
  "relay",
  "site",
] as const;

/** One of {@linkcode SIMULATOR_NAMES}. */
export type SimulatorName = (typeof SIMULATOR_NAMES)[number];

/**
 * What a simulator needs. Simulators of one seed and clock agree with each other. Those of one
 * process share parts; one that is given none has parts of its own.
 */
export interface SimulatorOptions extends Partial<SharedParts> {
  readonly seed: number;
  readonly clock: SandboxClock;
  /** Omitted or 0: a free one. */
  readonly port?: number | undefined;
  /** The oracle's one user. */
  readonly oracleKey: OracleKey;
  /** What the venue's events are called and when they begin; omitted: the written calendar. */
  readonly profile?: VenueProfile;
}

/** Starts it on 127.0.0.1. Throws when the port is taken. */
export function startSimulator(name: SimulatorName, options: SimulatorOptions): RunningSimulator {
  return listen(makeProvider(name, makeWorld(options.seed), options), options);
}

function makeProvider(
  name: SimulatorName,
  world: World,
  options: SimulatorOptions,
): SimulatedProvider {
  const { clock, oracleKey, profile = PROFILE_BY_NAME.spec } = options;
  const parts = { ...makeSharedParts(world), ...options };
  const { apiKeys, oracleSeries, putEvents: put, published, recordedPoints, season, tapes } = parts;
  /** What the venue publishes and settles on. */
  const prices = { recorded: recordedPoints, reports: oracleSeries, published };
  switch (name) {
    case "oracle":
      return makeOracleSimulator({ series: oracleSeries, clock, key: oracleKey });
    case "exchange-spot":
      return makeExchangeSimulator("spot", { tapes, clock });
    case "exchange-futures":
      return makeExchangeSimulator("futures", { tapes, clock });
    case "venue-metadata":
      return makeVenueMetadataSimulator({ world, clock, profile, put, season, ...prices });
    case "venue-orders":
      return makeOrderBookSimulator({
        venue: makeVenueWorld(world, profile, prices),
        clock,
        put,
        season,
        keys: apiKeys,
      });
    case "venue2":
      return makeVenue2Simulator({ world, season, clock });
    case "schedule":
      return makeScheduleSimulator({ season, clock });
    case "kalshi":
      return makeKalshiSimulator({ season, clock });
    case "limitless":
      return makeLimitlessSimulator({ season, seed: world.seed, clock });
    case "sx_bet":
      return makeSxBetSimulator({ season, clock });
    case "relay":
      return makeRelaySimulator({
        seed: world.seed,
        clock,
        series: oracleSeries,
        keys: apiKeys,
        recorded: recordedPoints,
      });
    case "site":
      return makeSiteSimulator({ world, clock, profile, ...prices });
  }
}
