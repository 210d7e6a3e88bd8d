/**
 * `bun run sandbox`: the whole service on simulated providers. Needs nothing but this machine.
 *
 * @module
 */
import { Effect, Option, Redacted } from "effect";
import { readConfig, type ServiceConfig } from "../config.ts";
import {
  type OracleChoice,
  readOracleChoice,
  readRelayAccess,
  type RelayAccess,
} from "../oracle_config.ts";
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
import { type ApiKey, makeApiKeys } from "./order_book/api_keys.ts";
import { readSandboxCommand, SANDBOX_USAGE } from "./replay/replay_command.ts";
import { startReplay } from "./replay/start_replay.ts";
import { readSandboxConfig } from "./sandbox_config.ts";
import { readSandboxSettings } from "./sandbox_settings.ts";
import { simulatedProviders } from "./simulated_providers.ts";
import { type Simulators, startSimulators } from "./start_simulators.ts";
import { EVENT_PAGES } from "./venue_metadata/event_page.ts";

const command = configOrExit(readSandboxCommand(Bun.argv.slice(2), Bun.env));
if (command.isHelp) {
  console.log(SANDBOX_USAGE);
  process.exit(0);
}
/**
 * The oracle alone, so that its troubles can be rehearsed: the relay would hide them. A recording
 * is of the relay.
 */
const ORACLE_DEFAULT: ReadonlyArray<OracleChoice> = command.files.length === 0
  ? ["chainlink"]
  : ["relay"];
/** How long a start takes, in machine time; a slow machine misses the first windows. */
const START_MS = 8_000;
const { config, settings, oracleChoice, relay, walletKeys } = configOrExit(
  readConfig(command.environment, (reader) => {
    const settings = readSandboxSettings(reader);
    const oracleChoice = readOracleChoice(reader, ORACLE_DEFAULT);
    return {
      config: readSandboxConfig(reader),
      settings,
      oracleChoice,
      relay: readRelayAccess(reader, oracleChoice),
      walletKeys: readWalletKeys(reader, `sandbox_${settings.seed}`),
    };
  }),
);
const world: WorldName = `sandbox_${settings.seed}`;
const folder = worldFolder(config.service, world);
/**
 * What is put into simulators of ours goes with this process, and what was found in such a world
 * must go with it. A folder that the operator named, or simulators that run elsewhere, outlive it.
 */
const isWorldKept = config.service.isDataDirChosen || config.urls.size > 0;

const demo = demoIdentity({ ...config, ...settings });

const { welcome } = await runUntilSignal(async () => {
  const { startMs = Date.now() } = settings.clock;
  const { worldSuffix, ...replay } = await startReplay(command.files, {
    ...config,
    ...settings,
    oracleChoice,
    startMs,
  });
  const storeWorld = Option.match(worldSuffix, {
    onNone: () => world,
    onSome: (suffix) => `${world}_${suffix}` as const,
  });
  // The clock comes to `--from` when the service is there, so that no window is missed.
  const isAhead = command.isFromChosen && settings.clock.anchorMs === undefined;
  const anchor = isAhead ? { anchorMs: Date.now() + START_MS } : {};
  const clock = makeSandboxClock({ ...settings.clock, ...anchor });
  const apiKeys = makeApiKeys(settings.seed, Option.getOrUndefined(givenKey(relay.access)));
  const simulators = startSimulators({ ...config, ...settings, ...replay, apiKeys, clock });
  const service = await startService({
    config: withPages(simulators),
    providers: simulatedProviders(simulators, {
      oracleChoice,
      oracleKey: settings.oracleKey,
      relayAccess: Option.getOrElse(
        relay.access,
        () => ({ kind: "wallet", walletId: demo.walletId } as const),
      ),
      elsewhere: config,
    }),
    world,
    folder,
    store: {
      world: storeWorld,
      folder: isWorldKept ? worldFolder(config.service, storeWorld) : IN_MEMORY,
    },
    walletKeys,
    fixedKey: Option.some(demo.apiKey),
    prepare: Effect.tap(openDemoAccount(demo), () => followABook),
    clock: layerClock(clock),
  });
  await firstGames(service);
  if (isAhead) await Bun.sleep(Math.max(0, clock.realMs(startMs - clock.nowMs())));
  return {
    welcome: greeting({
      url: service.url,
      seed: settings.seed,
      demo: service.prepared,
      clock,
      simulators,
      recordings: replay.recordings,
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

/** The simulators take the API key of the environment, as they take the oracle's. */
function givenKey(access: Option.Option<RelayAccess>): Option.Option<ApiKey> {
  return Option.flatMap(access, (access) => {
    if (access.kind === "wallet") return Option.none();
    const { apiKey, secret, passphrase } = access.credentials;
    return Option.some({
      apiKey,
      secret: Redacted.value(secret),
      passphrase: Redacted.value(passphrase),
    });
  });
}
