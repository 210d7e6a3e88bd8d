/**
 * The settings of the sandbox: the service's, the world's, and simulators of other processes.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import { isPaperWallet } from "../../core/order/mod.ts";
import { parseTimestamp, UnixSec } from "../../core/time/mod.ts";
import { type OracleKey } from "../simulator/chainlink/authentication.ts";
import { demoOracleKey } from "../simulator/chainlink/demo_key.ts";
import { type SandboxClockOptions } from "../simulator/kit/clock.ts";
import { SIMULATOR_NAMES, SIMULATORS } from "../simulator/start_simulator.ts";
import { readKalshiSeries } from "./provider_settings.ts";
import {
  HTTP_URL,
  loopback,
  numberLike,
  optional,
  type Reading,
  setting,
  text,
  UUID,
  whole,
  WS_URL,
} from "./setting_reader.ts";
import { readServiceSettings, readVenueProfile } from "./settings.ts";
import { readSeed } from "./storage_settings.ts";

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

/** The simulators use consecutive ports from the base. */
const PORT_BASE_MAX = 65_535 - (SIMULATOR_NAMES.length - 1);

const LOOPBACK_URL = loopback(HTTP_URL, "http://127.0.0.1:4000");
const LOOPBACK_WS_URL = loopback(WS_URL, "ws://127.0.0.1:4000");

/** Reads a simulator's address. The relay's may be that of its socket, on the same origin. */
const SIMULATOR_URL: Reading<string> = {
  parse: (text) =>
    Option.orElse(
      LOOPBACK_URL.parse(text),
      () => Option.map(LOOPBACK_WS_URL.parse(text), (url) => url.replace(/^ws/, "http")),
    ),
  hint: LOOPBACK_URL.hint,
};

/** The settings of the sandbox besides the world's. */
export type SandboxSettings = Effect.Success<typeof readSandboxSettings>;

/** Reads the settings. Accepts only addresses of this machine, so as never to reach a provider. */
export const readSandboxSettings = Effect.all({
  service: readServiceSettings("spec"),
  /** The addresses of simulators that already run in other processes on this machine. */
  urls: each(SIMULATOR_NAMES, {
    settingOf: (name) => SIMULATORS[name].setting,
    reading: SIMULATOR_URL,
  }),
  /** The addresses of sockets that differ from their simulator's, on this machine too. */
  socketUrls: each(SOCKET_SETTINGS, { reading: LOOPBACK_WS_URL }),
  /** The addresses of hosts that differ from their simulator's, on this machine too. */
  hostUrls: each(["POLYMARKET_DATA_URL", "BINANCE_ARCHIVE_URL"], { reading: LOOPBACK_URL }),
  kalshiSeries: readKalshiSeries,
  /** The first port of this process's simulators, one port each; none means any free ports. */
  portBase: optional("SANDBOX_PORT_BASE", {
    parse: whole(1_024, PORT_BASE_MAX).parse,
    hint: `send a port from 1024 to ${PORT_BASE_MAX}`,
  }),
  /** Whether the operator set the address of event pages; else it is the simulated venue's. */
  isEventBaseUrlChosen: Effect.map(text("VENUE_EVENT_BASE_URL"), Option.isSome),
  /** The demo user's API key and wallet id; none means those derived from the seed. */
  apiKey: optional("SANDBOX_API_KEY", {
    parse: Option.liftPredicate((text) => /^(?!sk_live_)[\x21-\x7e]{8,200}$/.test(text)),
    hint: "send 8 to 200 visible ASCII characters that do not begin with sk_live_",
  }),
  walletId: optional("SANDBOX_WALLET_ID", {
    parse: (text) => Option.filter(UUID.parse(text), (id) => !isPaperWallet(id)),
    hint: "send a UUID of another version than 8, which is of paper wallets",
  }),
});

/** Reads the addresses that are set, by name. */
function each<const Name extends string>(
  names: ReadonlyArray<Name>,
  { settingOf = (name) => name, reading }: {
    readonly settingOf?: (name: Name) => string;
    readonly reading: Reading<string>;
  },
): Effect.Effect<ReadonlyMap<Name, string>> {
  const named = (name: Name) =>
    Effect.map(
      optional(settingOf(name), reading),
      (url) => Option.toArray(url).map((url) => [name, url] as const),
    );
  return Effect.map(Effect.forEach(names, named), (urls) => new Map(urls.flat()));
}

/** The settings of the world, its clock, the oracle's user and the venue. */
export type WorldSettings = Effect.Success<typeof readWorldSettings>;

/** Reads the settings that every process of a sandbox must agree on. */
export const readWorldSettings = Effect.gen(function* () {
  const seed = yield* readSeed;
  const startMs = yield* optional("SANDBOX_START", START);
  const anchorMs = yield* optional("SANDBOX_ANCHOR", {
    parse: whole(1e11, 1e14).parse,
    hint: "send unix milliseconds",
  });
  const clock: SandboxClockOptions = {
    speed: yield* setting("SANDBOX_SPEED", { ...SPEED, fallback: 1 }),
    ...Option.match(startMs, { onNone: () => ({}), onSome: (startMs) => ({ startMs }) }),
    ...Option.match(anchorMs, { onNone: () => ({}), onSome: (anchorMs) => ({ anchorMs }) }),
  };
  const oracleKey = yield* readOracleKey(seed);
  /** The calendar and slugs of the simulated venue. */
  const profile = yield* readVenueProfile("spec");
  return { seed, clock, oracleKey, profile };
});

/** A speed: virtual seconds per second. The fastest takes under nine seconds for a day. */
export const SPEED = numberLike(/^\d{1,5}(\.\d{1,6})?$/, {
  isAllowed: (speed) => speed > 0 && speed <= 10_000,
  hint: "send a number above 0 and at most 10000, or max for the replay of a recording",
});

/** The last accepted instant, in 2095: far from any limit of the world. */
const FAR_FUTURE_SEC = UnixSec(3_950_000_000);

/** A start of the clock, as unix milliseconds. */
export const START: Reading<number> = {
  parse: (text) => {
    const sec = parseTimestamp(text, { parameter: "SANDBOX_START", nowSec: FAR_FUTURE_SEC });
    return Option.map(Result.getSuccess(sec), (sec) => sec * 1000)
      .pipe(Option.filter((ms) => ms >= Date.UTC(2024, 0, 1)));
  },
  hint: "send a time from 2024 on, such as 2026-11-05T12:00:00Z",
};

/** Reads the oracle's key pair; default: derived from the seed. Setting only one is an error. */
const readOracleKey = Effect.fnUntraced(function* (seed: number): Effect.fn.Return<OracleKey> {
  const [key, secret] = ["CHAINLINK_API_KEY", "CHAINLINK_API_SECRET"] as const;
  const half = (name: string, other: string) =>
    Effect.flatMap(text(other), (given) =>
      optional(name, {
        parse: (text) => Option.as(given, text),
        hint: `set ${other} together with it`,
      }));
  const pair = yield* Effect.all({ apiKey: half(key, secret), apiSecret: half(secret, key) });
  return Option.getOrElse(Option.all(pair), () => demoOracleKey(seed));
});
