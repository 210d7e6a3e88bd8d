/**
 * The settings of live mode: where the real providers are, and who we are to them.
 *
 * @module
 */
import { Option } from "effect";
import type { BinanceOptions } from "../adapters/binance/client.ts";
import type { StreamOrigins } from "../adapters/binance/stream_address.ts";
import { networkOf } from "../adapters/hyperliquid/network.ts";
import { readServiceConfig, type ServiceConfig } from "./config.ts";
import type { GameSources } from "./game_config.ts";
import {
  ORACLE_CHOICES,
  type OracleSetup,
  readFeedTable,
  readOracleChoice,
  readOracleCredentials,
  readRelayAccess,
  readRelayUrl,
  type RelaySetup,
} from "./oracle_config.ts";
import {
  parseHttpUrl,
  parseWhole,
  parseWsOrigin,
  parseWsUrl,
  type SettingReader,
} from "./setting.ts";
import { readWalletKeys, type WalletKeys } from "./wallet_keys.ts";

/** Where the exchange's REST interface, its sockets and its archive are. */
export interface ExchangeSetup extends BinanceOptions {
  readonly streams: StreamOrigins;
  /** Where the public archive of its candles is. */
  readonly archiveUrl: string;
}

/** Where the primary venue's catalog, its order book, its site and its data service are. */
export interface PrimaryVenueSetup {
  readonly gammaUrl: string;
  /** Its site names the prices of windows that run. */
  readonly siteUrl: string;
  /** Its data service says how markets were resolved. */
  readonly dataUrl: string;
  readonly clobUrl: string;
  /** The origin of the order book's sockets, such as `wss://host`. */
  readonly clobWsUrl: string;
}

/** Where the secondary venue is. */
export interface SecondaryVenueSetup {
  readonly url: string;
  /** The origin of its socket, such as `wss://host`. */
  readonly wsUrl: string;
  /** Where the pages of markets are, if not on the venue's own site: an origin. */
  readonly tradeOrigin?: string;
}

/** The providers, as they are set up. */
export interface ProviderSetup {
  readonly oracle: OracleSetup;
  readonly relay: RelaySetup;
  readonly exchange: ExchangeSetup;
  readonly venue: PrimaryVenueSetup;
  readonly venue2: SecondaryVenueSetup;
  readonly games: GameSources;
}

/** Everything live mode reads. */
export interface LiveConfig {
  readonly service: ServiceConfig;
  readonly providers: ProviderSetup;
  readonly walletKeys: WalletKeys;
}

/** The provider allows 10; one is left for whatever else the account does. */
export const ORACLE_CALLS_PER_SEC = 9;

/** Reads live mode's settings. Every one has a default; without any the service starts. */
export function readLiveConfig(settings: SettingReader): LiveConfig {
  const oracleChoice = readOracleChoice(settings, ORACLE_CHOICES);
  return {
    service: readServiceConfig(settings, { venueProfile: "polymarket" }),
    walletKeys: readWalletKeys(settings, "live"),
    providers: {
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
    },
  };
}

/** Numbers of outcomes mean nothing on another network, so both addresses must be of one. */
function readSecondaryVenue(settings: SettingReader): SecondaryVenueSetup {
  const url = urlSetting(settings, "HYPERLIQUID_URL", "https://api.hyperliquid.xyz");
  const network = networkOf(url);
  return {
    url,
    wsUrl: settings.parsed("HYPERLIQUID_WS_URL", {
      fallback: new URL(url).origin.replace(/^http/, "ws"),
      parse: (text) => Option.filter(parseWsOrigin(text), (wsUrl) => networkOf(wsUrl) === network),
      hint: "it must be a ws or wss address without a path, such as wss://host, and of the " +
        `${network} as HYPERLIQUID_URL is`,
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
    hint: "it must be an http or https address without query",
  });
}

function wsUrlSetting({ parsed }: SettingReader, name: string, fallback: string): string {
  return parsed(name, {
    fallback,
    parse: parseWsUrl,
    hint: "it must be a ws or wss address without query",
  });
}

function wsOriginSetting({ parsed }: SettingReader, name: string, fallback: string): string {
  return parsed(name, {
    fallback,
    parse: parseWsOrigin,
    hint: "it must be a ws or wss address without a path, such as wss://host",
  });
}
