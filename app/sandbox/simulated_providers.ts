/**
 * The provider settings of a sandbox: the adapters of live mode with the simulators' addresses.
 *
 * @module
 */
import { Option, Redacted } from "effect";
import { MAINNET_FEEDS } from "../../adapters/chainlink/feed_table.ts";
import {
  ORACLE_CALLS_PER_SEC,
  type OracleChoice,
  type OracleSettings,
  type RelayAccess,
  type RelaySettings,
} from "../settings/oracle_settings.ts";
import type { ProviderSettings } from "../settings/provider_settings.ts";
import type { SandboxSettings, WorldSettings } from "../settings/sandbox_settings.ts";
import { simulatedGames } from "./simulated_games.ts";
import {
  exchangeSockets,
  oracleSocket,
  relaySocket,
  secondaryVenueSocket,
} from "./simulated_sockets.ts";
import { simulatedVenue } from "./simulated_venue.ts";
import type { Simulators } from "../simulator/start_simulators.ts";

/** The choice of simulated providers, and our credentials for them. */
export interface SimulatedChoice {
  readonly oracleChoice: ReadonlyArray<OracleChoice>;
  readonly oracleKey: WorldSettings["oracleKey"];
  /** Used if the relay is chosen. */
  readonly relayAccess: RelayAccess;
  readonly elsewhere: Pick<SandboxSettings, "hostUrls" | "socketUrls">;
}

/** Returns the settings of every provider of a sandbox. */
export function simulatedProviders(
  simulators: Simulators,
  choice: SimulatedChoice,
): ProviderSettings {
  const { hostUrls, socketUrls } = choice.elsewhere;
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
    venue2: {
      url: simulators.urlOf("venue2"),
      wsUrl: secondaryVenueSocket(simulators, socketUrls),
      tradeOrigin: simulators.urlOf("venue2"),
    },
    games: simulatedGames(simulators),
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
    wsUrl: oracleSocket(simulators, elsewhere.socketUrls),
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
    wsUrl: relaySocket(simulators),
    access: oracleChoice.includes("relay") ? Option.some(relayAccess) : Option.none(),
    missing: "ORACLE",
  };
}
