/**
 * The settings of the sandbox: the service's, the world's, and simulators that run elsewhere.
 *
 * @module
 */
import { Option } from "effect";
import { readServiceConfig, type ServiceConfig } from "../config.ts";
import {
  parseLoopbackUrl,
  parseLoopbackWsOrigin,
  parseWhole,
  type SettingReader,
} from "../setting.ts";
import { SIMULATOR_NAMES, type SimulatorName } from "./start_simulator.ts";

/** What the sandbox reads besides the world's settings. */
export interface SandboxConfig {
  readonly service: ServiceConfig;
  /** Simulators that are already running, on this machine. */
  readonly urls: ReadonlyMap<SimulatorName, string>;
  /** Where the oracle's stream is, if it is not at the simulator's own address. */
  readonly oracleWsUrl: Option.Option<string>;
  /** Where the others listen: the base and the number behind it; none means any free port. */
  readonly portBase: Option.Option<number>;
}

/** Which setting names a simulator that runs elsewhere. */
const URL_SETTING = {
  oracle: "CHAINLINK_URL",
  "exchange-spot": "BINANCE_SPOT_URL",
  "exchange-futures": "BINANCE_FUTURES_URL",
} as const satisfies Record<SimulatorName, string>;

/** Ten simulators have numbers from the base on. */
const PORT_BASE_MAX = 65_535 - 9;

/** Reads them. Only an address of this machine is taken: nothing here may reach a real provider. */
export function readSandboxConfig(settings: SettingReader): SandboxConfig {
  const urls = new Map<SimulatorName, string>();
  for (const name of SIMULATOR_NAMES) {
    const url = settings.parsed(URL_SETTING[name], {
      fallback: Option.none<string>(),
      parse: (text) => Option.map(parseLoopbackUrl(text), Option.some),
      hint: "in the sandbox it must be an address of this machine, such as http://127.0.0.1:4000",
    });
    if (Option.isSome(url)) urls.set(name, url.value);
  }
  return {
    service: readServiceConfig(settings, { venueProfile: "spec" }),
    urls,
    oracleWsUrl: settings.parsed("CHAINLINK_WS_URL", {
      fallback: Option.none(),
      parse: (text) => Option.map(parseLoopbackWsOrigin(text), Option.some),
      hint: "in the sandbox it must be an address of this machine, such as ws://127.0.0.1:4000",
    }),
    portBase: settings.parsed("SANDBOX_PORT_BASE", {
      fallback: Option.none(),
      parse: (text) => Option.map(parseWhole(1_024, PORT_BASE_MAX)(text), Option.some),
      hint: `send a port from 1024 to ${PORT_BASE_MAX}`,
    }),
  };
}
