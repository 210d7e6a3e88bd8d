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
import { makePutEvents, type PutEvents } from "./venue/put_events.ts";
import { makeKalshiSimulator } from "./kalshi/kalshi_simulator.ts";
import { makeLimitlessSimulator } from "./limitless/limitless_simulator.ts";
import { makeScheduleSimulator } from "./schedule/schedule_simulator.ts";
import { makeSeason } from "./season/make_season.ts";
import { type Season } from "./season/season.ts";
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
] as const;

/** One of {@linkcode SIMULATOR_NAMES}. */
export type SimulatorName = (typeof SIMULATOR_NAMES)[number];

/** What a simulator needs. Simulators of one seed and clock agree with each other. */
export interface SimulatorOptions {
  readonly seed: number;
  readonly clock: SandboxClock;
  /** Omitted or 0: a free one. */
  readonly port?: number | undefined;
  /** The oracle's one user. */
  readonly oracleKey: OracleKey;
  /** What the venue's events are called and when they begin; omitted: the written calendar. */
  readonly profile?: VenueProfile;
  /** Events put into the venue, for its simulators that share a process; omitted: none. */
  readonly putEvents?: PutEvents;
  /** The games, for simulators that share a process; omitted: drawn from the seed. */
  readonly season?: Season;
}

/** Starts it on 127.0.0.1. Throws when the port is taken. */
export function startSimulator(name: SimulatorName, options: SimulatorOptions): RunningSimulator {
  return listen(makeProvider(name, makeWorld(options.seed), options), options);
}

function makeProvider(
  name: SimulatorName,
  world: World,
  {
    clock,
    oracleKey,
    profile = PROFILE_BY_NAME.spec,
    putEvents: put = makePutEvents(),
    season = makeSeason(world.seed),
  }: SimulatorOptions,
): SimulatedProvider {
  switch (name) {
    case "oracle":
      return makeOracleSimulator({ world, clock, key: oracleKey });
    case "exchange-spot":
      return makeExchangeSimulator("spot", { world, clock });
    case "exchange-futures":
      return makeExchangeSimulator("futures", { world, clock });
    case "venue-metadata":
      return makeVenueMetadataSimulator({ world, clock, profile, put, season });
    case "venue-orders":
      return makeOrderBookSimulator({
        venue: makeVenueWorld(world, profile),
        clock,
        put,
        season,
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
  }
}
