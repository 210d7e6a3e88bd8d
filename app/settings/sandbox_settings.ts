/**
 * The settings of the sandbox: the service's, the world's, and simulators of other processes.
 *
 * @module
 */
import { Option, Result } from "effect";
import { PROFILE_BY_NAME, VENUE_PROFILES, type VenueProfile } from "../../core/market/mod.ts";
import { parseTimestamp, UnixSec } from "../../core/time/mod.ts";
import { type OracleKey } from "../simulator/chainlink/authentication.ts";
import { demoOracleKey } from "../simulator/chainlink/demo_key.ts";
import { type SandboxClockOptions } from "../simulator/kit/clock.ts";
import { SIMULATOR_NAMES, type SimulatorName } from "../simulator/start_simulator.ts";
import {
  BARE_URL,
  parseLoopbackUrl,
  parseLoopbackWsUrl,
  parseWhole,
  parseWord,
  type SettingReader,
  UUID,
} from "./setting_reader.ts";
import { readServiceSettings, type ServiceSettings } from "./settings.ts";

/** The settings of the sandbox besides the world's. */
export interface SandboxSettings {
  readonly service: ServiceSettings;
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
export function readSandboxSettings(settings: SettingReader): SandboxSettings {
  return {
    service: readServiceSettings(settings, { venueProfile: "spec" }),
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
      hint: `in the sandbox it must be an address of this machine ${BARE_URL}, such as ${example}`,
    });
    if (Option.isSome(url)) urls.set(name, url.value);
  }
  return urls;
}

/** The settings of the world, its clock, the oracle's user and the venue. */
export interface WorldSettings {
  readonly seed: number;
  readonly clock: SandboxClockOptions;
  readonly oracleKey: OracleKey;
  /** The calendar and slugs of the simulated venue. */
  readonly profile: VenueProfile;
}

/** The fastest clock: a day in under nine seconds. */
const SPEED_MAX = 10_000;
/** The last accepted instant, in 2095: far from any limit of the world. */
const FAR_FUTURE_SEC = UnixSec(3_950_000_000);

/** Reads the settings that every process of a sandbox must agree on. */
export function readWorldSettings(settings: SettingReader): WorldSettings {
  const { parsed } = settings;
  const seed = parsed("SANDBOX_SEED", { fallback: 1, ...SEED });
  const startMs = parsed("SANDBOX_START", {
    fallback: Option.none<number>(),
    parse: (text) => Option.map(START.parse(text), Option.some),
    hint: START.hint,
  });
  const anchorMs = parsed("SANDBOX_ANCHOR", {
    fallback: Option.none<number>(),
    parse: (text) => Option.map(parseWhole(1e11, 1e14)(text), Option.some),
    hint: "send unix milliseconds",
  });
  return {
    seed,
    clock: {
      speed: parsed("SANDBOX_SPEED", { fallback: 1, ...SPEED }),
      ...Option.match(startMs, { onNone: () => ({}), onSome: (startMs) => ({ startMs }) }),
      ...Option.match(anchorMs, { onNone: () => ({}), onSome: (anchorMs) => ({ anchorMs }) }),
    },
    oracleKey: readOracleKey(settings, seed),
    profile: PROFILE_BY_NAME[
      parsed("VENUE_PROFILE", {
        fallback: "spec" as const,
        parse: parseWord(VENUE_PROFILES),
        hint: `use one of ${VENUE_PROFILES.join(", ")}`,
      })
    ],
  };
}

/** Parses a seed: a whole number that a double represents exactly. */
export const SEED = {
  parse: (text: string) => {
    const seed = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    return Number.isSafeInteger(seed) ? Option.some(seed) : Option.none<number>();
  },
  hint: "send a whole number from 0 to 2^53 - 1",
};

/** Parses a speed: virtual seconds per second. */
export const SPEED = {
  parse: (text: string) => {
    const speed = /^\d{1,5}(\.\d{1,6})?$/.test(text) ? Number(text) : NaN;
    return speed > 0 && speed <= SPEED_MAX ? Option.some(speed) : Option.none<number>();
  },
  hint: `send a number above 0 and at most ${SPEED_MAX}`,
};

/** Parses a start of the clock, as unix milliseconds. */
export const START = {
  parse: parseStartMs,
  hint: "send a time from 2024 on, such as 2026-11-05T12:00:00Z",
};

function parseStartMs(text: string): Option.Option<number> {
  const context = { parameter: "SANDBOX_START", nowSec: FAR_FUTURE_SEC };
  const worldStartSec = Date.UTC(2024, 0, 1) / 1000;
  return Option.filter(
    Result.getSuccess(parseTimestamp(text, context)),
    (sec) => sec >= worldStartSec,
  ).pipe(Option.map((sec) => sec * 1000));
}

/** Reads the oracle's key pair; default: derived from the seed. Setting only one is an error. */
function readOracleKey({ text, parsed }: SettingReader, seed: number): OracleKey {
  const half = (name: string, other: string) =>
    parsed(name, {
      fallback: Option.none<string>(),
      parse: (value) =>
        Option.isSome(text(other)) ? Option.some(Option.some(value)) : Option.none(),
      hint: `set ${other} together with it`,
    });
  const apiKey = half("CHAINLINK_API_KEY", "CHAINLINK_API_SECRET");
  const apiSecret = half("CHAINLINK_API_SECRET", "CHAINLINK_API_KEY");
  return Option.getOrElse(
    Option.map(Option.all([apiKey, apiSecret]), ([apiKey, apiSecret]) => ({ apiKey, apiSecret })),
    () => demoOracleKey(seed),
  );
}
