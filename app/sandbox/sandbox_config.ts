/**
 * The settings of the sandbox: the service's, the world's, and simulators that run elsewhere.
 *
 * @module
 */
import { Option } from "effect";
import { readServiceConfig, type ServiceConfig } from "../config.ts";
import {
  parseLoopbackUrl,
  parseLoopbackWsUrl,
  parseWhole,
  type SettingReader,
  UUID,
} from "../setting.ts";
import { SIMULATOR_NAMES, type SimulatorName } from "./start_simulator.ts";

/** What the sandbox reads besides the world's settings. */
export interface SandboxConfig {
  readonly service: ServiceConfig;
  /** Simulators that are already running, on this machine. */
  readonly urls: ReadonlyMap<SimulatorName, string>;
  /** Sockets that are not where their simulator is, on this machine as well. */
  readonly socketUrls: ReadonlyMap<SocketSetting, string>;
  /** Hosts that are not where their simulator is, on this machine as well. */
  readonly hostUrls: ReadonlyMap<HostSetting, string>;
  /** Where the others listen: the base and the number behind it; none means any free port. */
  readonly portBase: Option.Option<number>;
  /** Whether the operator said where event pages are; else they are the simulated venue's. */
  readonly isEventBaseUrlChosen: boolean;
  /** The demo user's API key and wallet id, where the seed's are not wanted. */
  readonly apiKey: Option.Option<string>;
  readonly walletId: Option.Option<string>;
}

/** Which setting names a simulator that runs elsewhere. */
/** The setting that names a simulator of another process. */
export const URL_SETTING = {
  oracle: "CHAINLINK_URL",
  "exchange-spot": "BINANCE_SPOT_URL",
  "exchange-futures": "BINANCE_FUTURES_URL",
  "venue-metadata": "POLYMARKET_GAMMA_URL",
  "venue-orders": "POLYMARKET_CLOB_URL",
  venue2: "HYPERLIQUID_URL",
  schedule: "ESPN_URL",
  kalshi: "KALSHI_URL",
  limitless: "LIMITLESS_URL",
  sx_bet: "SX_BET_URL",
  relay: "POLYMARKET_RELAY_URL",
  site: "POLYMARKET_SITE_URL",
} as const satisfies Record<SimulatorName, string>;

/** The settings that name sockets. */
const SOCKET_SETTINGS = [
  "CHAINLINK_WS_URL",
  "BINANCE_SPOT_WS_URL",
  "BINANCE_SPOT_MIRROR_WS_URL",
  "BINANCE_FUTURES_WS_URL",
  "POLYMARKET_CLOB_WS_URL",
  "HYPERLIQUID_WS_URL",
] as const;

/** One of the settings that name sockets. */
export type SocketSetting = (typeof SOCKET_SETTINGS)[number];

/** The settings that name further hosts of a provider. */
const HOST_SETTINGS = ["POLYMARKET_DATA_URL", "BINANCE_ARCHIVE_URL"] as const;

/** One of the settings that name further hosts of a provider. */
export type HostSetting = (typeof HOST_SETTINGS)[number];

/** A setting that is there. */
function present<A>(value: A): Option.Option<Option.Option<A>> {
  return Option.some(Option.some(value));
}

/** Each simulator has a number from the base on. */
const PORT_BASE_MAX = 65_535 - (SIMULATOR_NAMES.length - 1);

/** Reads them. Only an address of this machine is taken: nothing here may reach a real provider. */
export function readSandboxConfig(settings: SettingReader): SandboxConfig {
  return {
    service: readServiceConfig(settings, { venueProfile: "spec" }),
    urls: readEach(settings, new Map(SIMULATOR_NAMES.map((name) => [name, URL_SETTING[name]])), {
      parse: parseSimulatorUrl,
      example: "http://127.0.0.1:4000",
    }),
    socketUrls: readEach(settings, new Map(SOCKET_SETTINGS.map((name) => [name, name])), {
      parse: parseLoopbackWsUrl,
      example: "ws://127.0.0.1:4000",
    }),
    hostUrls: readEach(settings, new Map(HOST_SETTINGS.map((name) => [name, name])), {
      parse: parseLoopbackUrl,
      example: "http://127.0.0.1:4000",
    }),
    portBase: settings.parsed("SANDBOX_PORT_BASE", {
      fallback: Option.none(),
      parse: (text) => Option.map(parseWhole(1_024, PORT_BASE_MAX)(text), Option.some),
      hint: `send a port from 1024 to ${PORT_BASE_MAX}`,
    }),
    isEventBaseUrlChosen: Option.isSome(settings.text("VENUE_EVENT_BASE_URL")),
    apiKey: settings.parsed("SANDBOX_API_KEY", {
      fallback: Option.none(),
      parse: (text) =>
        /^(?!sk_live_)[\x21-\x7e]{8,200}$/.test(text) ? present(text) : Option.none(),
      hint: "send 8 to 200 visible ASCII characters that do not begin with sk_live_",
    }),
    walletId: settings.parsed("SANDBOX_WALLET_ID", {
      fallback: Option.none(),
      parse: (text) => UUID.test(text) ? present(text.toLowerCase()) : Option.none(),
      hint: "send a UUID",
    }),
  };
}

/** A relay's address is that of its socket, of which the other controls are beside. */
function parseSimulatorUrl(text: string): Option.Option<string> {
  return Option.orElse(
    parseLoopbackUrl(text),
    () => Option.map(parseLoopbackWsUrl(text), (url) => url.replace(/^ws/, "http")),
  );
}

/** The addresses that are set, each under the name whose setting it is. */
function readEach<Name extends string>(
  settings: SettingReader,
  settingOf: ReadonlyMap<Name, string>,
  { parse, example }: {
    readonly parse: (text: string) => Option.Option<string>;
    readonly example: string;
  },
): ReadonlyMap<Name, string> {
  const urls = new Map<Name, string>();
  for (const [name, setting] of settingOf) {
    const url = settings.parsed(setting, {
      fallback: Option.none<string>(),
      parse: (text) => Option.map(parse(text), Option.some),
      hint: `in the sandbox it must be an address of this machine, such as ${example}`,
    });
    if (Option.isSome(url)) urls.set(name, url.value);
  }
  return urls;
}
