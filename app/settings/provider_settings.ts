/**
 * The settings of the providers: their addresses, and our credentials for them.
 *
 * @module
 */
import { Option } from "effect";
import type { BinanceOptions } from "../../adapters/binance/client.ts";
import type { StreamOrigins } from "../../adapters/binance/stream_address.ts";
import { networkOf } from "../../adapters/hyperliquid/network.ts";
import type { GameSourceSettings } from "./game_settings.ts";
import {
  ORACLE_CHOICES,
  type OracleSettings,
  readFeedTable,
  readOracleChoice,
  readOracleCredentials,
  readRelayAccess,
  readRelayUrl,
  type RelaySettings,
} from "./oracle_settings.ts";
import {
  BARE_URL,
  parseHttpUrl,
  parseWhole,
  parseWsOrigin,
  parseWsUrl,
  type SettingReader,
} from "./setting_reader.ts";

/** The addresses of the exchange's REST API, its sockets and its archive. */
export interface ExchangeSettings extends BinanceOptions {
  readonly streams: StreamOrigins;
  /** The address of its public archive of candles. */
  readonly archiveUrl: string;
}

/** The addresses of the primary venue's catalog, order book, site and data service. */
export interface PrimaryVenueSettings {
  readonly gammaUrl: string;
  /** Its site, which shows the prices of open windows. */
  readonly siteUrl: string;
  /** Its data service, which reports how markets were resolved. */
  readonly dataUrl: string;
  readonly clobUrl: string;
  /** The origin of the order book's sockets, such as `wss://host`. */
  readonly clobWsUrl: string;
}

/** The addresses of the secondary venue. */
export interface SecondaryVenueSettings {
  readonly url: string;
  /** The origin of its socket, such as `wss://host`. */
  readonly wsUrl: string;
  /** The origin of market pages, if not the venue's own site. */
  readonly tradeOrigin?: string;
}

/** The addresses and credentials of all providers. */
export interface ProviderSettings {
  readonly oracle: OracleSettings;
  readonly relay: RelaySettings;
  readonly exchange: ExchangeSettings;
  readonly venue: PrimaryVenueSettings;
  readonly venue2: SecondaryVenueSettings;
  readonly games: GameSourceSettings;
}

/** The provider allows 10 calls per second; one is left for other uses of the account. */
export const ORACLE_CALLS_PER_SEC = 9;

/** Reads the addresses and credentials of the real providers. */
export function readProviderSettings(settings: SettingReader): ProviderSettings {
  const oracleChoice = readOracleChoice(settings, ORACLE_CHOICES);
  return {
    oracle: {
      url: urlSetting(settings, "CHAINLINK_URL", "https://api.dataengine.chain.link"),
      wsUrl: wsOriginSetting(settings, "CHAINLINK_WS_URL", "wss://ws.dataengine.chain.link"),
      feeds: readFeedTable(settings),
      callsPerSec: settings.parsed("CHAINLINK_CALLS_PER_S", {
        fallback: ORACLE_CALLS_PER_SEC,
        parse: parseWhole(1, 10),
        hint: "send a whole number from 1 to 10",
      }),
      ...readOracleCredentials(settings, oracleChoice),
    },
    relay: {
      wsUrl: readRelayUrl(settings),
      ...readRelayAccess(settings, oracleChoice),
    },
    exchange: {
      spotUrl: urlSetting(settings, "BINANCE_SPOT_URL", "https://api.binance.com"),
      spotMirrorUrl: urlSetting(
        settings,
        "BINANCE_SPOT_MIRROR_URL",
        "https://data-api.binance.vision",
      ),
      futuresUrl: urlSetting(settings, "BINANCE_FUTURES_URL", "https://fapi.binance.com"),
      streams: readStreamOrigins(settings),
      archiveUrl: urlSetting(settings, "BINANCE_ARCHIVE_URL", "https://data.binance.vision"),
    },
    venue: {
      gammaUrl: urlSetting(settings, "POLYMARKET_GAMMA_URL", "https://gamma-api.polymarket.com"),
      siteUrl: urlSetting(settings, "POLYMARKET_SITE_URL", "https://polymarket.com"),
      dataUrl: urlSetting(
        settings,
        "POLYMARKET_DATA_URL",
        "https://data-api.polymarket.com",
      ),
      clobUrl: urlSetting(settings, "POLYMARKET_CLOB_URL", "https://clob.polymarket.com"),
      clobWsUrl: wsOriginSetting(
        settings,
        "POLYMARKET_CLOB_WS_URL",
        "wss://ws-subscriptions-clob.polymarket.com",
      ),
    },
    venue2: readSecondaryVenue(settings),
    games: {
      espnUrl: urlSetting(settings, "ESPN_URL", "https://site.api.espn.com"),
      espnMirrorUrl: urlSetting(settings, "ESPN_MIRROR_URL", "https://site.web.api.espn.com"),
      kalshiUrl: urlSetting(settings, "KALSHI_URL", "https://external-api.kalshi.com"),
      limitlessUrl: urlSetting(settings, "LIMITLESS_URL", "https://api.limitless.exchange"),
      sxBetUrl: urlSetting(settings, "SX_BET_URL", "https://api.sx.bet"),
    },
  };
}

/** Both addresses must belong to one network: outcome numbers differ between networks. */
function readSecondaryVenue(settings: SettingReader): SecondaryVenueSettings {
  const url = urlSetting(settings, "HYPERLIQUID_URL", "https://api.hyperliquid.xyz");
  const network = networkOf(url);
  return {
    url,
    wsUrl: settings.parsed("HYPERLIQUID_WS_URL", {
      fallback: new URL(url).origin.replace(/^http/, "ws"),
      parse: (text) => Option.filter(parseWsOrigin(text), (wsUrl) => networkOf(wsUrl) === network),
      hint: `it must be a ws or wss address ${BARE_URL}, and without a path, such as wss://host, ` +
        `and of the ${network} as HYPERLIQUID_URL is`,
    }),
  };
}

function readStreamOrigins(settings: SettingReader): StreamOrigins {
  return {
    spotUrl: wsUrlSetting(settings, "BINANCE_SPOT_WS_URL", "wss://stream.binance.com:9443"),
    spotMirrorUrl: wsUrlSetting(
      settings,
      "BINANCE_SPOT_MIRROR_WS_URL",
      "wss://data-stream.binance.vision",
    ),
    futuresUrl: wsUrlSetting(settings, "BINANCE_FUTURES_WS_URL", "wss://fstream.binance.com"),
  };
}

function urlSetting({ parsed }: SettingReader, name: string, fallback: string): string {
  return parsed(name, {
    fallback,
    parse: parseHttpUrl,
    hint: `it must be an http or https address ${BARE_URL}`,
  });
}

function wsUrlSetting({ parsed }: SettingReader, name: string, fallback: string): string {
  return parsed(name, {
    fallback,
    parse: parseWsUrl,
    hint: `it must be a ws or wss address ${BARE_URL}`,
  });
}

function wsOriginSetting({ parsed }: SettingReader, name: string, fallback: string): string {
  return parsed(name, {
    fallback,
    parse: parseWsOrigin,
    hint: `it must be a ws or wss address ${BARE_URL}, and without a path, such as wss://host`,
  });
}
