/**
 * Starts the whole service on simulated providers, without network access.
 *
 * @module
 */
import { Effect, Option, Redacted } from "effect";
import type { RelayAccess } from "../settings/oracle_settings.ts";
import type { SandboxSettings } from "../settings/sandbox_settings.ts";
import type { ServiceSettings } from "../settings/settings.ts";
import { listenAs } from "../system/port_holder.ts";
import { refuseLongSocketPath } from "../operator/operator_socket.ts";
import { type Service, startService } from "../wiring/service.ts";
import { type ApiKey } from "../simulator/polymarket/clob/api_keys.ts";
import { demoBuilderKey } from "../simulator/polymarket/relayer/builder_keys.ts";
import { EVENT_PAGES } from "../simulator/polymarket/gamma/event_page.ts";
import {
  type Simulators,
  SimulatorUnheard,
  startSimulators,
} from "../simulator/start_simulators.ts";
import { refuseUsedFolder } from "../wiring/store.ts";
import { IN_MEMORY, worldFolder, type WorldName } from "../wiring/world_folder.ts";
import { demoIdentity } from "./demo_identity.ts";
import { greeting } from "./greeting.ts";
import { openKeptWorld } from "./kept/kept_world.ts";
import { emptySandboxes, refuseOtherSeed } from "./kept/sandbox_folders.ts";
import { openDemoAccount } from "./open_demo_account.ts";
import { windowAfter, windowContaining } from "../../core/market/mod.ts";
import { OrderVenue } from "../../core/port/order_venue.ts";
import { TradedMarkets } from "../../core/use_case/order/mod.ts";
import { nowSec } from "../../core/use_case/price/mod.ts";
import { Venue } from "../../core/use_case/venue/mod.ts";
import { sleepMachineTime } from "../../adapters/outbound/mod.ts";
import { startReplay } from "./replay/start_replay.ts";
import type { SandboxChoice } from "./sandbox_choice.ts";
import { makeSandboxHelp } from "./sandbox_help.ts";
import { layerSandboxTime } from "./sandbox_time.ts";
import { simulatedProviders } from "./simulated_providers.ts";

/** The time to start, in machine time; a slower machine misses the first windows. */
const START_MS = 8_000;

/** A sandbox that answers. */
export interface Sandbox extends Pick<Service, "url" | "stop"> {
  /** What a newcomer reads first. */
  readonly greeting: string;
}

/** Starts it. Rejects with a one-line error if it cannot. */
export async function startSandbox(choice: SandboxChoice): Promise<Sandbox> {
  const { command, settings, worldSettings, oracleChoice, relay, walletKeys } = choice;
  const world: WorldName = `sandbox_${worldSettings.seed}`;
  const { storage } = settings.service;
  const { profile } = worldSettings;
  const demo = demoIdentity({ ...settings, ...worldSettings });
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
  const isKept = isWorldKept(settings);
  if (isKept) await prepareFolder(choice);
  if (isKept && Option.isNone(storage.databaseUrl)) {
    await refuseUsedFolder(worldFolder(storage, storeWorld));
  }
  // The clock reaches `--from` once the service is ready, so that no window is missed.
  const isAhead = command.isFromChosen && worldSettings.clock.anchorMs === undefined;
  const anchor = isAhead ? { anchorMs: Date.now() + START_MS } : {};
  const kept = openKeptWorld({
    folder: isKept ? Option.some(worldFolder(storage, storeWorld)) : Option.none(),
    clock: { ...worldSettings.clock, ...anchor },
    isRecorded: command.files.length > 0,
    elsewhere: settings.urls,
    profile: profile.name,
  });
  const { clock } = kept;
  const simulators = namingSetting(() =>
    startSimulators({
      ...settings,
      ...worldSettings,
      ...replay,
      givenKey: Option.getOrUndefined(givenKey(relay)),
      kept: kept.maps,
      clock,
    })
  );
  let url = "";
  const service = await startService({
    sandboxHelp: makeSandboxHelp({ urlOf: () => url, demo, profile, clock, simulators }),
    settings: {
      ...withPages(settings, simulators),
      providers: simulatedProviders(simulators, {
        oracleChoice,
        oracleKey: worldSettings.oracleKey,
        relayAccess: Option.getOrElse(
          relay,
          () => ({ kind: "wallet", walletId: demo.walletId } as const),
        ),
        builderKey: demoBuilderKey(worldSettings.seed),
        elsewhere: settings,
      }),
      walletKeys,
    },
    world,
    folder: worldFolder(storage, world),
    store: {
      world: storeWorld,
      folder: isKept ? worldFolder(storage, storeWorld) : IN_MEMORY,
    },
    fixedKey: Option.some(demo.apiKey),
    prepare: Effect.tap(openDemoAccount(demo), () => followOrderBook),
    clock: layerSandboxTime(clock),
  }).catch((error) => {
    kept.close();
    throw error;
  });
  url = service.url;
  kept.note();
  await firstGames(service);
  if (isAhead) await Bun.sleep(Math.max(0, clock.realMs(startMs - clock.nowMs())));
  return {
    url,
    greeting: greeting({
      url,
      seed: worldSettings.seed,
      demo: service.prepared,
      profile,
      kept,
      simulators,
      recordings: replay.recordings,
    }),
    stop: async () => {
      await service.stop();
      await simulators.stop();
      kept.close();
    },
  };
}

/** Says which setting chooses the port of a simulator that cannot have it. */
function namingSetting<A>(start: () => A): A {
  try {
    return start();
  } catch (error) {
    if (!(error instanceof SimulatorUnheard)) throw error;
    const { simulator, port, cause } = error;
    const what = `port ${port} of the ${simulator} simulator`;
    return listenAs({ what, setting: "SANDBOX_PORT_BASE", host: "127.0.0.1", port }, () => {
      throw cause;
    });
  }
}

/** Empties the folder where that is asked for; else it may only have the world of this seed. */
async function prepareFolder({ command, settings, worldSettings }: SandboxChoice): Promise<void> {
  const { dataDir, databaseUrl } = settings.service.storage;
  const { seed } = worldSettings;
  refuseLongSocketPath({ dataDir, folder: worldFolder({ dataDir }, `sandbox_${seed}`) });
  if (!command.isFresh) return refuseOtherSeed(dataDir, seed);
  if (Option.isSome(databaseUrl)) {
    throw new Error(
      "Cannot use --fresh with DATABASE_URL: drop the sandbox's schema there instead",
    );
  }
  await emptySandboxes(dataDir);
}

/**
 * A folder that nobody chose may be another sandbox's: then the world ends with the process, unless
 * its store or its simulators are elsewhere, and outlive it.
 */
function isWorldKept({ service: { storage }, urls }: SandboxSettings): boolean {
  return storage.isDataDirChosen || Option.isSome(storage.databaseUrl) || urls.size > 0;
}

/** Points event pages to the simulated venue, unless the operator set another address. */
function withPages(settings: SandboxSettings, simulators: Simulators): ServiceSettings {
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

/** The longest wait: a schedule simulator of another process may not answer. */
const GAMES_TIMEOUT_MS = 4_000;
const GAMES_POLL_MS = 50;

/** Resolves when there are games, or after 4 s of machine time. */
async function firstGames({ hasGames }: Pick<Service, "hasGames">): Promise<void> {
  const untilMs = performance.now() + GAMES_TIMEOUT_MS;
  while (!hasGames() && performance.now() < untilMs) await Bun.sleep(GAMES_POLL_MS);
}

/** The venue may be a simulator of another process that does not run yet. */
const TIMEOUT_MS = 3_000;

/**
 * Follows an order book of the primary venue, as after a first order, so that the status page shows
 * the state of the venue's stream before the first trade. Failures do not end the service.
 */
const followOrderBook = Effect.gen(function* () {
  const { profile: { calendar, slugOf } } = yield* Venue;
  // The next day's market stays open for longer than its book is followed, even on a fast clock.
  const window = windowAfter(calendar, windowContaining(calendar, "daily", yield* nowSec));
  const { terms } = yield* (yield* TradedMarkets).market(slugOf("btc", window));
  yield* (yield* OrderVenue).follow(terms.tokens.map(({ tokenId }) => tokenId));
}).pipe(
  Effect.catchCause((cause) =>
    Effect.logDebug("Cannot follow an order book from the start", cause)
  ),
  Effect.raceFirst(sleepMachineTime(TIMEOUT_MS)),
);
