/**
 * The settings of the sandbox: the service's, the world's, and simulators of other processes.
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
import { SIMULATOR_NAMES, type SimulatorName } from "../simulator/start_simulator.ts";

/** The settings of the sandbox besides the world's. */
export interface SandboxConfig {
  readonly service: ServiceConfig;
  /** The addresses of simulators that already run in other processes on this machine. */
  readonly urls: ReadonlyMap<SimulatorName, string>;
  /** The addresses of sockets that differ from their simulator's, on this machine too. */
  readonly socketUrls: ReadonlyMap<SocketSetting, string>;
  /** The addresses of hosts that differ from their simulator's, on this machine too. */
  readonly hostUrls: ReadonlyMap<HostSetting, string>;
  /** The first port of this process's simulators, one port each; none means any free ports. */
  readonly portBase: Option.Option<number>;
  /** Whether the operator set the address of event pages; else it is the simulated venue's. */
  readonly isEventBaseUrlChosen: boolean;
  /** The demo user's API key and wallet id; none means those derived from the seed. */
  readonly apiKey: Option.Option<string>;
  readonly walletId: Option.Option<string>;
}

/** The setting with the address of each simulator of another process. */
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

/** The settings with addresses of sockets. */
const SOCKET_SETTINGS = [
  "CHAINLINK_WS_URL",
  "BINANCE_SPOT_WS_URL",
  "BINANCE_SPOT_MIRROR_WS_URL",
  "BINANCE_FUTURES_WS_URL",
  "POLYMARKET_CLOB_WS_URL",
  "HYPERLIQUID_WS_URL",
] as const;

/** One of the settings with addresses of sockets. */
export type SocketSetting = (typeof SOCKET_SETTINGS)[number];

/** The settings with addresses of further hosts of a provider. */
const HOST_SETTINGS = ["POLYMARKET_DATA_URL", "BINANCE_ARCHIVE_URL"] as const;

/** One of the settings with addresses of further hosts of a provider. */
export type HostSetting = (typeof HOST_SETTINGS)[number];

/** Wraps a parsed value for an optional setting. */
function present<A>(value: A): Option.Option<Option.Option<A>> {
  return Option.some(Option.some(value));
}

/** The simulators use consecutive ports from the base. */
const PORT_BASE_MAX = 65_535 - (SIMULATOR_NAMES.length - 1);

/** Reads the settings. Accepts only addresses of this machine, so as never to reach a provider. */
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

/** Parses a simulator's address. The relay's may be that of its socket, on the same origin. */
function parseSimulatorUrl(text: string): Option.Option<string> {
  return Option.orElse(
    parseLoopbackUrl(text),
    () => Option.map(parseLoopbackWsUrl(text), (url) => url.replace(/^ws/, "http")),
  );
}

/** Reads the addresses that are set, by name. */
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
