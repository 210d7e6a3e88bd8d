/**
 * Starts one simulator by its name.
 *
 * @module
 */
import { PROFILE_BY_NAME, type VenueProfile } from "../../core/market/mod.ts";
import { type SandboxClock } from "./kit/clock.ts";
import { makeBinanceSimulator } from "./binance/binance_simulator.ts";
import { type OracleKey } from "./chainlink/authentication.ts";
import { makeChainlinkSimulator } from "./chainlink/chainlink_simulator.ts";
import { makeClobSimulator } from "./polymarket/clob/clob_simulator.ts";
import { listen, type RunningSimulator, type SimulatedProvider } from "./kit/simulator.ts";
import { makeKalshiSimulator } from "./kalshi/kalshi_simulator.ts";
import { makeLimitlessSimulator } from "./limitless/limitless_simulator.ts";
import { makeEspnSimulator } from "./espn/espn_simulator.ts";
import { makeRelaySimulator } from "./polymarket/relay/relay_simulator.ts";
import { makeSharedParts, type SharedParts } from "./shared_parts.ts";
import { makeSiteSimulator } from "./polymarket/site/site_simulator.ts";
import { makeSxBetSimulator } from "./sx_bet/sx_bet_simulator.ts";
import { makeHyperliquidSimulator } from "./hyperliquid/hyperliquid_simulator.ts";
import { makeVenueWorld } from "./polymarket/venue/venue_world.ts";
import { makeGammaSimulator } from "./polymarket/gamma/gamma_simulator.ts";
import { makeWorld, type World } from "./world/world.ts";

/** Every simulator, in the order of their ports. */
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
 * A simulator's options. Simulators of one seed and clock are consistent. Those of one process
 * share state; by default a simulator has separate state.
 */
export interface SimulatorOptions extends Partial<SharedParts> {
  readonly seed: number;
  readonly clock: SandboxClock;
  /** Omitted or 0: a free port. */
  readonly port?: number | undefined;
  /** The oracle's only user. */
  readonly oracleKey: OracleKey;
  /** The slugs and start times of the venue's events; default: the built-in calendar. */
  readonly profile?: VenueProfile;
}

/** Starts a simulator on 127.0.0.1. Throws if the port is taken. */
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
  const { apiKeys, oracleSeries, stagedEvents: staged, published, recordedPoints, season, tapes } =
    parts;
  /** Returns the values that the venue publishes and settles on. */
  const prices = { recorded: recordedPoints, reports: oracleSeries, published };
  switch (name) {
    case "oracle":
      return makeChainlinkSimulator({ series: oracleSeries, clock, key: oracleKey });
    case "exchange-spot":
      return makeBinanceSimulator("spot", { tapes, clock });
    case "exchange-futures":
      return makeBinanceSimulator("futures", { tapes, clock });
    case "venue-metadata":
      return makeGammaSimulator({ world, clock, profile, staged, season, ...prices });
    case "venue-orders":
      return makeClobSimulator({
        venue: makeVenueWorld(world, profile, prices),
        clock,
        staged,
        season,
        keys: apiKeys,
      });
    case "venue2":
      return makeHyperliquidSimulator({ world, season, clock });
    case "schedule":
      return makeEspnSimulator({ season, clock });
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
