/**
 * `bun run sandbox`: the whole service on simulated providers, without network access.
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
import { IN_MEMORY, worldFolder, type WorldName } from "../world_folder.ts";
import { readWalletKeys } from "../wallet_keys.ts";
import { layerClock, makeSandboxClock } from "../simulator/kit/clock.ts";
import { demoIdentity } from "./demo_identity.ts";
import { firstGames } from "./first_games.ts";
import { followOrderBook } from "./follow_order_book.ts";
import { greeting } from "./greeting.ts";
import { openDemoAccount } from "./open_demo_account.ts";
import { type ApiKey, makeApiKeys } from "../simulator/polymarket/clob/api_keys.ts";
import { readSandboxCommand, SANDBOX_USAGE } from "./replay/replay_command.ts";
import { startReplay } from "./replay/start_replay.ts";
import { readSandboxConfig } from "./sandbox_config.ts";
import { makeSandboxHelp } from "./sandbox_help.ts";
import { readSandboxSettings } from "./sandbox_settings.ts";
import { simulatedProviders } from "./simulated_providers.ts";
import { type Simulators, startSimulators } from "../simulator/start_simulators.ts";
import { EVENT_PAGES } from "../simulator/polymarket/gamma/event_page.ts";

const command = configOrExit(readSandboxCommand(Bun.argv.slice(2), Bun.env));
if (command.isHelp) {
  console.log(SANDBOX_USAGE);
  process.exit(0);
}
/**
 * The oracle alone, so that its failures can be rehearsed: the relay would hide them. A replay uses
 * the relay, which the recording comes from.
 */
const ORACLE_DEFAULT: ReadonlyArray<OracleChoice> = command.files.length === 0
  ? ["chainlink"]
  : ["relay"];
/** The time to start, in machine time; a slower machine misses the first windows. */
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
 * Simulators of this process lose their state when it ends, so the store must be lost with them. A
 * folder that the operator set, or simulators of other processes, outlive it.
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
  // The clock reaches `--from` once the service is ready, so that no window is missed.
  const isAhead = command.isFromChosen && settings.clock.anchorMs === undefined;
  const anchor = isAhead ? { anchorMs: Date.now() + START_MS } : {};
  const clock = makeSandboxClock({ ...settings.clock, ...anchor });
  const apiKeys = makeApiKeys(settings.seed, Option.getOrUndefined(givenKey(relay.access)));
  const simulators = startSimulators({ ...config, ...settings, ...replay, apiKeys, clock });
  let url = "";
  const service = await startService({
    sandboxHelp: makeSandboxHelp({ urlOf: () => url, demo, clock, simulators }),
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
    prepare: Effect.tap(openDemoAccount(demo), () => followOrderBook),
    clock: layerClock(clock),
  });
  url = service.url;
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

/** Points event pages to the simulated venue, unless the operator set another address. */
function withPages(simulators: Simulators): ServiceConfig {
  const { service, isEventBaseUrlChosen } = config;
  if (isEventBaseUrlChosen) return service;
  const eventBaseUrl = simulators.urlOf("venue-metadata") + EVENT_PAGES;
  return { ...service, venue: { ...service.venue, eventBaseUrl } };
}

/** Returns the relay's API key of the environment, which the simulators then accept. */
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
