/**
 * The settings of live mode: where the real providers are, and who we are to them.
 *
 * @module
 */
import { Option, Redacted } from "effect";
import type { BinanceOptions } from "../adapters/binance/client.ts";
import type { StreamOrigins } from "../adapters/binance/stream_address.ts";
import { type Credentials } from "../adapters/chainlink/auth.ts";
import { type FeedTable, MAINNET_FEEDS, parseFeedTable } from "../adapters/chainlink/feed_table.ts";
import { networkOf } from "../adapters/hyperliquid/network.ts";
import { readServiceConfig, type ServiceConfig } from "./config.ts";
import type { GameSources } from "./game_config.ts";
import {
  parseHttpUrl,
  parseWhole,
  parseWsOrigin,
  parseWsUrl,
  type SettingReader,
} from "./setting.ts";
import { readWalletKeys, type WalletKeys } from "./wallet_keys.ts";

/** What the oracle needs. Without credentials it is off, and `missing` names the setting. */
export interface OracleSetup {
  readonly url: string;
  /** The origin of its stream, such as `wss://host`. */
  readonly wsUrl: string;
  readonly feeds: FeedTable;
  readonly callsPerSec: number;
  readonly credentials: Option.Option<Credentials>;
  readonly missing: string;
}

/** Where the exchange's REST interface and its sockets are. */
export interface ExchangeSetup extends BinanceOptions {
  readonly streams: StreamOrigins;
}

/** Where the primary venue's catalog and its order book are. */
export interface PrimaryVenueSetup {
  readonly gammaUrl: string;
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
        ...readOracleCredentials(settings),
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
      },
      venue: {
        gammaUrl: urlSetting(settings, "POLYMARKET_GAMMA_URL", "https://gamma-api.polymarket.com"),
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

/** Reads the feed ids over the mainnet table. */
export function readFeedTable({ parsed }: SettingReader): FeedTable {
  return parsed("CHAINLINK_FEEDS", {
    fallback: MAINNET_FEEDS,
    parse: (text) => parseFeedTable(text, MAINNET_FEEDS),
    hint: "write asset:stream=id, such as hype:twap_60=0x0002..., separated by commas",
  });
}

/** Both or neither: one alone cannot sign. */
export function readOracleCredentials({ text }: SettingReader) {
  const [apiKey, apiSecret] = [text("CHAINLINK_API_KEY"), text("CHAINLINK_API_SECRET")];
  return {
    credentials: Option.map(Option.all([apiKey, apiSecret]), ([apiKey, apiSecret]) => ({
      apiKey,
      apiSecret: Redacted.make(apiSecret),
    })),
    missing: Option.isNone(apiKey) ? "CHAINLINK_API_KEY" : "CHAINLINK_API_SECRET",
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
