/**
 * `bun run sandbox`: the whole service on simulated providers, without network access.
 *
 * @module
 */
import { Effect, Option, Redacted } from "effect";
import { readEnvironment, type ServiceSettings } from "../settings/settings.ts";
import {
  type OracleChoice,
  readOracleChoice,
  readRelayAccess,
  type RelayAccess,
} from "../settings/oracle_settings.ts";
import { startService } from "../service.ts";
import { runUntilSignal, valueOrExit } from "../start.ts";
import { IN_MEMORY, worldFolder, type WorldName } from "../world_folder.ts";
import { readWalletKeys } from "../settings/storage_settings.ts";
import { layerClock, makeSandboxClock } from "../simulator/kit/clock.ts";
import { demoIdentity } from "./demo_identity.ts";
import { firstGames } from "./first_games.ts";
import { followOrderBook } from "./follow_order_book.ts";
import { greeting } from "./greeting.ts";
import { openDemoAccount } from "./open_demo_account.ts";
import { type ApiKey, makeApiKeys } from "../simulator/polymarket/clob/api_keys.ts";
import { readSandboxCommand, SANDBOX_USAGE } from "./replay/replay_command.ts";
import { startReplay } from "./replay/start_replay.ts";
import { readSandboxSettings, readWorldSettings } from "../settings/sandbox_settings.ts";
import { makeSandboxHelp } from "./sandbox_help.ts";
import { simulatedProviders } from "./simulated_providers.ts";
import { type Simulators, startSimulators } from "../simulator/start_simulators.ts";
import { EVENT_PAGES } from "../simulator/polymarket/gamma/event_page.ts";

const command = valueOrExit(readSandboxCommand(Bun.argv.slice(2), Bun.env));
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
const { settings, worldSettings, oracleChoice, relay, walletKeys } = valueOrExit(
  readEnvironment(command.environment, (reader) => {
    const worldSettings = readWorldSettings(reader);
    const oracleChoice = readOracleChoice(reader, ORACLE_DEFAULT);
    return {
      settings: readSandboxSettings(reader),
      worldSettings,
      oracleChoice,
      relay: readRelayAccess(reader, oracleChoice),
      walletKeys: readWalletKeys(reader, `sandbox_${worldSettings.seed}`),
    };
  }),
);
const world: WorldName = `sandbox_${worldSettings.seed}`;
const folder = worldFolder(settings.service.storage, world);
/**
 * Simulators of this process lose their state when it ends, so the store must be lost with them. A
 * folder that the operator set, or simulators of other processes, outlive it.
 */
const isWorldKept = settings.service.storage.isDataDirChosen || settings.urls.size > 0;

const demo = demoIdentity({ ...settings, ...worldSettings });

const { welcome } = await runUntilSignal(async () => {
  const { startMs = Date.now() } = worldSettings.clock;
  const { worldSuffix, ...replay } = await startReplay(command.files, {
    ...settings,
    ...worldSettings,
    oracleChoice,
    startMs,
  });
  const storeWorld = Option.match(worldSuffix, {
    onNone: () => world,
    onSome: (suffix) => `${world}_${suffix}` as const,
  });
  // The clock reaches `--from` once the service is ready, so that no window is missed.
  const isAhead = command.isFromChosen && worldSettings.clock.anchorMs === undefined;
  const anchor = isAhead ? { anchorMs: Date.now() + START_MS } : {};
  const clock = makeSandboxClock({ ...worldSettings.clock, ...anchor });
  const apiKeys = makeApiKeys(worldSettings.seed, Option.getOrUndefined(givenKey(relay.access)));
  const simulators = startSimulators({ ...settings, ...worldSettings, ...replay, apiKeys, clock });
  let url = "";
  const service = await startService({
    sandboxHelp: makeSandboxHelp({ urlOf: () => url, demo, clock, simulators }),
    settings: {
      ...withPages(simulators),
      providers: simulatedProviders(simulators, {
        oracleChoice,
        oracleKey: worldSettings.oracleKey,
        relayAccess: Option.getOrElse(
          relay.access,
          () => ({ kind: "wallet", walletId: demo.walletId } as const),
        ),
        elsewhere: settings,
      }),
      walletKeys,
    },
    world,
    folder,
    store: {
      world: storeWorld,
      folder: isWorldKept ? worldFolder(settings.service.storage, storeWorld) : IN_MEMORY,
    },
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
      seed: worldSettings.seed,
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
function withPages(simulators: Simulators): ServiceSettings {
  const { service, isEventBaseUrlChosen } = settings;
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
