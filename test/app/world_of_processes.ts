/** Simulators that outlive the sandboxes which use them, all on one clock. @module */
import { Option } from "effect";
import { makeSandboxClock, type SandboxClock } from "../../app/simulator/kit/clock.ts";
import { type Simulators, startSimulators } from "../../app/simulator/start_simulators.ts";
import { ORACLE_KEY } from "../simulator/kit/support.ts";
import type { Settings } from "./environment.ts";

/** Starts them; a sandbox with the settings, and a folder of its own, lives in their world. */
export function startWorld(
  { startIso, speed, seed = 1, anchorMs = Date.now(), ...options }: {
    readonly startIso: string;
    readonly speed: number;
    readonly seed?: number;
    /** When the clock is at its start, by the machine's clock: now, if it does not matter. */
    readonly anchorMs?: number;
    /** A clock of another make. */
    readonly clock?: SandboxClock;
  },
): {
  readonly simulators: Simulators;
  readonly clock: SandboxClock;
  readonly settings: Settings;
} {
  const { clock = makeSandboxClock({ speed, startMs: Date.parse(startIso), anchorMs }) } = options;
  const simulators = startSimulators({
    seed,
    clock,
    oracleKey: ORACLE_KEY,
    urls: new Map(),
    portBase: Option.none(),
  });
  return {
    simulators,
    clock,
    settings: {
      CHAINLINK_API_KEY: ORACLE_KEY.apiKey,
      CHAINLINK_API_SECRET: ORACLE_KEY.apiSecret,
      CHAINLINK_URL: simulators.urlOf("oracle"),
      BINANCE_SPOT_URL: simulators.urlOf("exchange-spot"),
      BINANCE_FUTURES_URL: simulators.urlOf("exchange-futures"),
      POLYMARKET_GAMMA_URL: simulators.urlOf("venue-metadata"),
      POLYMARKET_CLOB_URL: simulators.urlOf("venue-orders"),
      HYPERLIQUID_URL: simulators.urlOf("venue2"),
      ESPN_URL: simulators.urlOf("schedule"),
      KALSHI_URL: simulators.urlOf("kalshi"),
      LIMITLESS_URL: simulators.urlOf("limitless"),
      SX_BET_URL: simulators.urlOf("sx_bet"),
      POLYMARKET_RELAY_URL: simulators.urlOf("relay"),
      POLYMARKET_SITE_URL: simulators.urlOf("site"),
      POLYMARKET_RELAYER_URL: simulators.urlOf("relayer"),
      POLYGON_RPC_URL: simulators.urlOf("chain"),
      SANDBOX_SEED: String(seed),
      SANDBOX_SPEED: String(speed),
      SANDBOX_START: startIso,
      SANDBOX_ANCHOR: String(anchorMs),
    },
  };
}
