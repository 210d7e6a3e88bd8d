/**
 * Starts one simulator by its name.
 *
 * @module
 */
import { Record } from "effect";
import { PROFILE_BY_NAME, type VenueProfile } from "../../core/market/mod.ts";
import { type SandboxClock } from "./kit/clock.ts";
import { makeBinanceSimulator } from "./binance/binance_simulator.ts";
import { type OracleKey } from "./chainlink/authentication.ts";
import { makeChainlinkSimulator } from "./chainlink/chainlink_simulator.ts";
import { makeChainSimulator } from "./polymarket/chain/chain_simulator.ts";
import { makeClobSimulator } from "./polymarket/clob/clob_simulator.ts";
import { makeVenueParts, type VenueParts } from "./polymarket/clob/venue_parts.ts";
import { listen, type RunningSimulator, type SimulatedProvider } from "./kit/simulator.ts";
import { makeKalshiSimulator } from "./kalshi/kalshi_simulator.ts";
import { makeLimitlessSimulator } from "./limitless/limitless_simulator.ts";
import { makeEspnSimulator } from "./espn/espn_simulator.ts";
import { type RelayerKeys } from "./polymarket/relayer/builder_keys.ts";
import { makeRelayerSimulator } from "./polymarket/relayer/relayer_simulator.ts";
import { makeRelaySimulator } from "./polymarket/relay/relay_simulator.ts";
import { makeSharedParts, type SharedParts } from "./shared_parts.ts";
import { makeSiteSimulator } from "./polymarket/site/site_simulator.ts";
import { makeSxBetSimulator } from "./sx_bet/sx_bet_simulator.ts";
import { makeHyperliquidSimulator } from "./hyperliquid/hyperliquid_simulator.ts";
import { makeVenueWorld } from "./polymarket/venue/venue_world.ts";
import { makeGammaSimulator } from "./polymarket/gamma/gamma_simulator.ts";
import { makeWorld } from "./world/world.ts";

/** Every simulator in the order of their ports: the setting that it stands for, and its maker. */
export const SIMULATORS = {
  oracle: { setting: "CHAINLINK_URL", make: makeChainlinkSimulator },
  "exchange-spot": {
    setting: "BINANCE_SPOT_URL",
    make: (parts) => makeBinanceSimulator("spot", parts),
  },
  "exchange-futures": {
    setting: "BINANCE_FUTURES_URL",
    make: (parts) => makeBinanceSimulator("futures", parts),
  },
  "venue-metadata": { setting: "POLYMARKET_GAMMA_URL", make: makeGammaSimulator },
  "venue-orders": {
    setting: "POLYMARKET_CLOB_URL",
    make: (parts) => makeClobSimulator(venuePartsOf(parts)),
  },
  venue2: { setting: "HYPERLIQUID_URL", make: makeHyperliquidSimulator },
  schedule: { setting: "ESPN_URL", make: makeEspnSimulator },
  kalshi: { setting: "KALSHI_URL", make: makeKalshiSimulator },
  limitless: { setting: "LIMITLESS_URL", make: makeLimitlessSimulator },
  sx_bet: { setting: "SX_BET_URL", make: makeSxBetSimulator },
  relay: { setting: "POLYMARKET_RELAY_URL", make: makeRelaySimulator },
  site: { setting: "POLYMARKET_SITE_URL", make: makeSiteSimulator },
  relayer: {
    setting: "POLYMARKET_RELAYER_URL",
    make: (parts) => makeRelayerSimulator({ ...parts, ...venuePartsOf(parts) }),
  },
  chain: { setting: "POLYGON_RPC_URL", make: (parts) => makeChainSimulator(venuePartsOf(parts)) },
} as const satisfies {
  readonly [name: string]: {
    readonly setting: string;
    readonly make: (parts: ReturnType<typeof partsOf>) => SimulatedProvider;
  };
};

/** Returns the order book and the chain of the process. */
function venuePartsOf(parts: ReturnType<typeof partsOf>): VenueParts {
  const { world, profile, venueParts } = parts;
  return venueParts(() =>
    makeVenueParts({ ...parts, venue: makeVenueWorld(world, profile, parts) })
  );
}

/** The name of a simulator. */
export type SimulatorName = keyof typeof SIMULATORS;

/** The names of every simulator, in the order of their ports. */
export const SIMULATOR_NAMES: ReadonlyArray<SimulatorName> = Record.keys(SIMULATORS);

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
  /** Keys that the relayer accepts besides those that the simulators make themselves. */
  readonly relayerKeys?: RelayerKeys | undefined;
  /** The slugs and start times of the venue's events; default: the built-in calendar. */
  readonly profile?: VenueProfile;
}

/** Returns what simulators are made of, by the names that they have for it. */
function partsOf(options: SimulatorOptions) {
  const world = makeWorld(options.seed);
  const shared = { ...makeSharedParts(world), ...options };
  const { apiKeys: keys, oracleSeries: series, profile = PROFILE_BY_NAME.spec } = shared;
  const { relayerKeys = {} } = shared;
  const { oracleKey: key, recordedPoints: recorded, stagedEvents: staged } = shared;
  return {
    ...shared,
    key,
    keys,
    profile,
    recorded,
    relayerKeys,
    reports: series,
    series,
    staged,
    world,
  };
}

/** Makes a simulator, which does not listen. */
export function makeSimulator(name: SimulatorName, options: SimulatorOptions): SimulatedProvider {
  return SIMULATORS[name].make(partsOf(options));
}

/** Starts a simulator on 127.0.0.1. Throws if the port is taken. */
export function startSimulator(name: SimulatorName, options: SimulatorOptions): RunningSimulator {
  return listen(makeSimulator(name, options), options);
}
