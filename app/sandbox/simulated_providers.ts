/**
 * The provider settings of a sandbox: the adapters of live mode with the simulators' addresses.
 *
 * @module
 */
import { Option, Record, Redacted } from "effect";
import type { StreamOrigins } from "../../adapters/binance/stream_address.ts";
import { MAINNET_FEEDS } from "../../adapters/chainlink/feed_table.ts";
import { DEFAULT_SERIES } from "../../adapters/kalshi/window_series.ts";
import { type ChainSettings, MISSING } from "../settings/chain_settings.ts";
import {
  ORACLE_CALLS_PER_SEC,
  type OracleChoice,
  type OracleSettings,
  type RelayAccess,
  type RelaySettings,
} from "../settings/oracle_settings.ts";
import type {
  GameSourceSettings,
  LegSettings,
  PrimaryVenueSettings,
  ProviderSettings,
} from "../settings/provider_settings.ts";
import type {
  SandboxSettings,
  SocketSetting,
  WorldSettings,
} from "../settings/sandbox_settings.ts";
import { type ApiKey } from "../simulator/polymarket/clob/api_keys.ts";
import type { SimulatorName } from "../simulator/start_simulator.ts";
import type { Simulators } from "../simulator/start_simulators.ts";
import { PLAIN_PLATFORMS } from "../wiring/platforms.ts";

/** The choice of simulated providers, and our credentials for them. */
export interface SimulatedChoice {
  readonly oracleChoice: ReadonlyArray<OracleChoice>;
  readonly oracleKey: WorldSettings["oracleKey"];
  /** Used if the relay is chosen. */
  readonly relayAccess: RelayAccess;
  /** For the relayer. */
  readonly builderKey: ApiKey;
  readonly elsewhere: Pick<SandboxSettings, "hostUrls" | "socketUrls" | "kalshiSeries">;
}

/** Returns the settings of every provider of a sandbox. */
export function simulatedProviders(
  simulators: Simulators,
  choice: SimulatedChoice,
): ProviderSettings {
  const { hostUrls, socketUrls, kalshiSeries } = choice.elsewhere;
  const spotUrl = simulators.urlOf("exchange-spot");
  const venue = simulatedVenue(simulators, socketUrls);
  return {
    oracle: simulatedOracle(simulators, choice),
    relay: simulatedRelay(simulators, choice),
    exchange: {
      spotUrl,
      spotMirrorUrl: `${spotUrl}/mirror`,
      futuresUrl: simulators.urlOf("exchange-futures"),
      streams: exchangeSockets(simulators, socketUrls),
      archiveUrl: hostUrls.get("BINANCE_ARCHIVE_URL") ?? `${spotUrl}/archive`,
    },
    venue: { ...venue, dataUrl: hostUrls.get("POLYMARKET_DATA_URL") ?? venue.dataUrl },
    chain: simulatedChain(simulators, choice),
    venue2: {
      url: simulators.urlOf("venue2"),
      wsUrl: socketUrls.get("HYPERLIQUID_WS_URL") ?? socketUrlOf(simulators, "venue2"),
      tradeOrigin: simulators.urlOf("venue2"),
    },
    games: simulatedGames(simulators),
    legs: { ...simulatedLegs(simulators), kalshiSeries },
  };
}

function simulatedOracle(
  simulators: Simulators,
  { oracleChoice, oracleKey, elsewhere }: SimulatedChoice,
): OracleSettings {
  const { apiKey, apiSecret } = oracleKey;
  const isChosen = oracleChoice.includes("chainlink");
  return {
    url: simulators.urlOf("oracle"),
    wsUrl: elsewhere.socketUrls.get("CHAINLINK_WS_URL") ?? socketUrlOf(simulators, "oracle"),
    feeds: MAINNET_FEEDS,
    callsPerSec: ORACLE_CALLS_PER_SEC,
    credentials: isChosen
      ? Option.some({ apiKey, apiSecret: Redacted.make(apiSecret) })
      : Option.none(),
    missing: "ORACLE",
  };
}

function simulatedRelay(
  simulators: Simulators,
  { oracleChoice, relayAccess }: SimulatedChoice,
): RelaySettings {
  return {
    wsUrl: socketUrlOf(simulators, "relay"),
    access: oracleChoice.includes("relay") ? Option.some(relayAccess) : Option.none(),
    missing: "ORACLE",
  };
}

/** Returns those of the primary venue. One simulator is both its site and its data service. */
export function simulatedVenue(
  simulators: Pick<Simulators, "urlOf">,
  elsewhere: ReadonlyMap<SocketSetting, string> = new Map(),
): PrimaryVenueSettings {
  return {
    gammaUrl: simulators.urlOf("venue-metadata"),
    siteUrl: simulators.urlOf("site"),
    dataUrl: simulators.urlOf("site"),
    clobUrl: simulators.urlOf("venue-orders"),
    clobWsUrl: elsewhere.get("POLYMARKET_CLOB_WS_URL") ??
      socketUrlOf(simulators, "venue-orders"),
  };
}

/** Returns both roads to the simulated chain. A builder's key serves every wallet. */
export function simulatedChain(
  { urlOf }: Pick<Simulators, "urlOf">,
  { builderKey: { apiKey, secret, passphrase } }: Pick<SimulatedChoice, "builderKey">,
): ChainSettings {
  const credentials = {
    apiKey,
    secret: Redacted.make(secret),
    passphrase: Redacted.make(passphrase),
  };
  return {
    rpcUrl: Option.some(Redacted.make(urlOf("chain"))),
    relayerUrl: urlOf("relayer"),
    relayerAccess: Option.some({ kind: "builder", credentials }),
    missing: MISSING,
  };
}

/** The one league without a licence, so that a sandbox can show a withheld game. */
const UNLICENSED_LEAGUE = "nhl";

/** Returns the simulated windows of other venues. */
export function simulatedLegs({ urlOf }: Pick<Simulators, "urlOf">): LegSettings {
  return { kalshiUrl: urlOf("kalshi"), kalshiSeries: DEFAULT_SERIES };
}

/** Returns the simulated sources of games. */
export function simulatedGames({ urlOf }: Pick<Simulators, "urlOf">): GameSourceSettings {
  return {
    espnUrl: urlOf("schedule"),
    espnMirrorUrl: urlOf("schedule"),
    platformUrls: Record.map(PLAIN_PLATFORMS, (_, code) => urlOf(code)),
    scheduleTerms: {
      redistributable: (league) => league === UNLICENSED_LEAGUE ? "unknown" : "yes",
      licenseNote: (league) =>
        league === UNLICENSED_LEAGUE
          ? "Invented by this sandbox, which gives no licence for this league"
          : "Invented by this sandbox: anybody may pass it on",
    },
    platformNote: (platform) =>
      `Invented by this sandbox in the place of ${platform}, of which no terms are known`,
  };
}

/** Returns the sockets of the simulated exchange. `elsewhere` overrides addresses, by setting. */
export function exchangeSockets(
  simulators: Pick<Simulators, "urlOf">,
  elsewhere: ReadonlyMap<SocketSetting, string> = new Map(),
): Required<StreamOrigins> {
  const spotUrl = elsewhere.get("BINANCE_SPOT_WS_URL") ?? socketUrlOf(simulators, "exchange-spot");
  return {
    spotUrl,
    spotMirrorUrl: elsewhere.get("BINANCE_SPOT_MIRROR_WS_URL") ?? `${spotUrl}/mirror`,
    futuresUrl: elsewhere.get("BINANCE_FUTURES_WS_URL") ??
      socketUrlOf(simulators, "exchange-futures"),
  };
}

/** Returns the address of a simulator's sockets, without a path. */
export function socketUrlOf({ urlOf }: Pick<Simulators, "urlOf">, name: SimulatorName): string {
  return urlOf(name).replace(/^http/, "ws");
}
