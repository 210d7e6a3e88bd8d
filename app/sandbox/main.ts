/**
 * `bun run sandbox`: the whole service on simulated providers. Needs nothing but this machine.
 *
 * @module
 */
import { Effect, Option, Redacted } from "effect";
import { MAINNET_FEEDS } from "../../adapters/chainlink/feed_table.ts";
import { readConfig, type ServiceConfig } from "../config.ts";
import { ORACLE_CALLS_PER_SEC, type ProviderSetup } from "../live_config.ts";
import { startService } from "../service.ts";
import { configOrExit, runUntilSignal } from "../start.ts";
import { IN_MEMORY, worldFolder, type WorldName } from "../store.ts";
import { readWalletKeys } from "../wallet_keys.ts";
import { layerClock, makeSandboxClock } from "./clock.ts";
import { demoIdentity } from "./demo_identity.ts";
import { firstGames } from "./first_games.ts";
import { followABook } from "./follow_a_book.ts";
import { greeting } from "./greeting.ts";
import { openDemoAccount } from "./open_demo_account.ts";
import { readSandboxConfig } from "./sandbox_config.ts";
import { readSandboxSettings } from "./sandbox_settings.ts";
import { simulatedGames } from "./simulated_games.ts";
import {
  exchangeSockets,
  oracleSocket,
  orderBookSocket,
  secondaryVenueSocket,
} from "./simulated_sockets.ts";
import { type Simulators, startSimulators } from "./start_simulators.ts";
import { EVENT_PAGES } from "./venue_metadata/event_page.ts";

const { config, settings, walletKeys } = configOrExit(readConfig(Bun.env, (reader) => {
  const settings = readSandboxSettings(reader);
  return {
    config: readSandboxConfig(reader),
    settings,
    walletKeys: readWalletKeys(reader, `sandbox_${settings.seed}`),
  };
}));
const clock = makeSandboxClock(settings.clock);
const world: WorldName = `sandbox_${settings.seed}`;
const folder = worldFolder(config.service, world);
/**
 * What is put into simulators of ours goes with this process, and what was found in such a world
 * must go with it. A folder that the operator named, or simulators that run elsewhere, outlive it.
 */
const isWorldKept = config.service.isDataDirChosen || config.urls.size > 0;

const demo = demoIdentity({ ...config, ...settings });

const { welcome } = await runUntilSignal(async () => {
  const simulators = startSimulators({ ...config, ...settings, clock });
  const service = await startService({
    config: withPages(simulators),
    providers: simulatedProviders(simulators),
    world,
    folder,
    storeFolder: isWorldKept ? folder : IN_MEMORY,
    walletKeys,
    fixedKey: Option.some(demo.apiKey),
    prepare: Effect.tap(openDemoAccount(demo), () => followABook),
    clock: layerClock(clock),
  });
  await firstGames(service);
  return {
    welcome: greeting({
      url: service.url,
      seed: settings.seed,
      demo: service.prepared,
      clock,
      simulators,
    }),
    stop: async () => {
      await service.stop();
      await simulators.stop();
    },
  };
});

console.log(welcome);

/** A window's page is that of the simulated venue, unless the operator has said another. */
function withPages(simulators: Simulators): ServiceConfig {
  const { service, isEventBaseUrlChosen } = config;
  if (isEventBaseUrlChosen) return service;
  const eventBaseUrl = simulators.urlOf("venue-metadata") + EVENT_PAGES;
  return { ...service, venue: { ...service.venue, eventBaseUrl } };
}

/** The adapters of live mode, pointed at the simulators. */
function simulatedProviders(simulators: Simulators): ProviderSetup {
  const { apiKey, apiSecret } = settings.oracleKey;
  const spotUrl = simulators.urlOf("exchange-spot");
  return {
    oracle: {
      url: simulators.urlOf("oracle"),
      wsUrl: oracleSocket(simulators, config.socketUrls),
      feeds: MAINNET_FEEDS,
      callsPerSec: ORACLE_CALLS_PER_SEC,
      credentials: Option.some({ apiKey, apiSecret: Redacted.make(apiSecret) }),
      missing: "CHAINLINK_API_KEY",
    },
    exchange: {
      spotUrl,
      spotMirrorUrl: `${spotUrl}/mirror`,
      futuresUrl: simulators.urlOf("exchange-futures"),
      streams: exchangeSockets(simulators, config.socketUrls),
    },
    venue: {
      gammaUrl: simulators.urlOf("venue-metadata"),
      clobUrl: simulators.urlOf("venue-orders"),
      clobWsUrl: orderBookSocket(simulators, config.socketUrls),
    },
    venue2: {
      url: simulators.urlOf("venue2"),
      wsUrl: secondaryVenueSocket(simulators, config.socketUrls),
      tradeOrigin: simulators.urlOf("venue2"),
    },
    games: simulatedGames(simulators),
  };
}
