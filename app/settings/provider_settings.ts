/**
 * The settings of the providers: their addresses, and our credentials for them.
 *
 * @module
 */
import { Effect, Option, Record } from "effect";
import type { BinanceOptions } from "../../adapters/binance/client.ts";
import type { StreamOrigins } from "../../adapters/binance/stream_address.ts";
import type { ScheduleTerms } from "../../adapters/espn/schedule_source.ts";
import { networkOf } from "../../adapters/hyperliquid/network.ts";
import { DEFAULT_SERIES, parseSeries, SERIES_HINT } from "../../adapters/kalshi/window_series.ts";
import type { PlatformCode } from "../../core/game/mod.ts";
import { PLAIN_PLATFORMS } from "../wiring/platforms.ts";
import { type ChainSettings, readChainSettings } from "./chain_settings.ts";
import {
  type OracleSettings,
  readOracleChoice,
  readOracleSettings,
  readRelayAccess,
  readRelayUrl,
  type RelaySettings,
} from "./oracle_settings.ts";
import { httpUrl, setting, WS_ORIGIN, wsOrigin, wsUrl } from "./setting_reader.ts";

/** Reads the addresses of the exchange's REST API, its sockets and its archive. */
const readExchange = Effect.all({
  spotUrl: httpUrl("BINANCE_SPOT_URL", "https://api.binance.com"),
  spotMirrorUrl: httpUrl("BINANCE_SPOT_MIRROR_URL", "https://data-api.binance.vision"),
  futuresUrl: httpUrl("BINANCE_FUTURES_URL", "https://fapi.binance.com"),
  streams: Effect.all({
    spotUrl: wsUrl("BINANCE_SPOT_WS_URL", "wss://stream.binance.com:9443"),
    spotMirrorUrl: wsUrl("BINANCE_SPOT_MIRROR_WS_URL", "wss://data-stream.binance.vision"),
    futuresUrl: wsUrl("BINANCE_FUTURES_WS_URL", "wss://fstream.binance.com"),
  }),
  archiveUrl: httpUrl("BINANCE_ARCHIVE_URL", "https://data.binance.vision"),
});

/** The addresses of the primary venue's catalog, order book, site and data service. */
export type PrimaryVenueSettings = Effect.Success<typeof readPrimaryVenue>;

const readPrimaryVenue = Effect.all({
  gammaUrl: httpUrl("POLYMARKET_GAMMA_URL", "https://gamma-api.polymarket.com"),
  /** Its site, which shows the prices of open windows, and the region that it sees us in. */
  siteUrl: httpUrl("POLYMARKET_SITE_URL", "https://polymarket.com"),
  /** Its data service, which reports how markets were resolved, and what wallets hold and did. */
  dataUrl: httpUrl("POLYMARKET_DATA_URL", "https://data-api.polymarket.com"),
  clobUrl: httpUrl("POLYMARKET_CLOB_URL", "https://clob.polymarket.com"),
  /** The origin of the order book's sockets, such as `wss://host`. */
  clobWsUrl: wsOrigin("POLYMARKET_CLOB_WS_URL", "wss://ws-subscriptions-clob.polymarket.com"),
});

/** The addresses of the secondary venue. */
interface SecondaryVenueSettings {
  readonly url: string;
  /** The origin of its socket, such as `wss://host`. */
  readonly wsUrl: string;
  /** The origin of market pages, if not the venue's own site. */
  readonly tradeOrigin?: string;
}

/** Both addresses must belong to one network: outcome numbers differ between networks. */
const readSecondaryVenue = Effect.gen(function* () {
  const url = yield* httpUrl("HYPERLIQUID_URL", "https://api.hyperliquid.xyz");
  const network = networkOf(url);
  const socket = setting("HYPERLIQUID_WS_URL", {
    fallback: new URL(url).origin.replace(/^http/, "ws"),
    parse: (text) => Option.filter(WS_ORIGIN.parse(text), (it) => networkOf(it) === network),
    hint: `${WS_ORIGIN.hint}, and of the ${network} as HYPERLIQUID_URL is`,
  });
  return { url, wsUrl: yield* socket };
});

/** The addresses of the sources of games, without a trailing slash. */
export interface GameSourceSettings extends Readonly<Effect.Success<typeof readGameSources>> {
  /** The licence terms of the schedule. Default: the known terms of its source. */
  readonly scheduleTerms?: ScheduleTerms;
  /** The note on a platform's licence terms. Default: the known terms. */
  readonly platformNote?: (platform: PlatformCode) => string;
}

const readGameSources = Effect.all({
  espnUrl: httpUrl("ESPN_URL", "https://site.api.espn.com"),
  /** Used when the first host refuses us. */
  espnMirrorUrl: httpUrl("ESPN_MIRROR_URL", "https://site.web.api.espn.com"),
  platformUrls: Effect.all(
    Record.map(PLAIN_PLATFORMS, ({ url }, code) => httpUrl(`${code.toUpperCase()}_URL`, url)),
  ),
});

/** Other venues' windows: where they are, and which series. */
export type LegSettings = Effect.Success<typeof readLegs>;

/** Reads which of Kalshi's series are looked for. */
export const readKalshiSeries = setting("KALSHI_WINDOWS", {
  fallback: DEFAULT_SERIES,
  parse: parseSeries,
  hint: SERIES_HINT,
});

const readLegs = Effect.all({
  kalshiUrl: httpUrl("KALSHI_URL", PLAIN_PLATFORMS.kalshi.url),
  kalshiSeries: readKalshiSeries,
});

/** The addresses and credentials of all providers. */
export interface ProviderSettings {
  readonly oracle: OracleSettings;
  readonly relay: RelaySettings;
  readonly exchange: BinanceOptions & {
    readonly streams: StreamOrigins;
    /** The address of its public archive of candles. */
    readonly archiveUrl: string;
  };
  readonly venue: PrimaryVenueSettings;
  readonly chain: ChainSettings;
  readonly venue2: SecondaryVenueSettings;
  readonly games: GameSourceSettings;
  readonly legs: LegSettings;
}

/** Reads the addresses and credentials of the real providers. */
export const readProviderSettings = Effect.flatMap(readOracleChoice(), (choice) =>
  Effect.all({
    oracle: readOracleSettings(choice),
    relay: Effect.all({ wsUrl: readRelayUrl, access: readRelayAccess(choice) }).pipe(
      Effect.map(({ wsUrl, access }) => ({ wsUrl, ...access })),
    ),
    exchange: readExchange,
    venue: readPrimaryVenue,
    chain: readChainSettings,
    venue2: readSecondaryVenue,
    games: readGameSources,
    legs: readLegs,
  }));
