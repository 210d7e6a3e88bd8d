/**
 * Opens the store in the command's own process, for a world whose service is not running.
 *
 * @module
 */
import { Effect, Layer, ManagedRuntime, Option } from "effect";
import { layerMachineTime } from "../../../adapters/process/machine_time.ts";
import { readEnvironment, readSettings } from "../../settings/settings.ts";
import { readWalletKeys, type StorageSettings } from "../../settings/storage_settings.ts";
import { layerLog } from "../../wiring/log.ts";
import { accountHandlers, linkHandler } from "../../operator/account_operations.ts";
import { auditHandler } from "../../operator/audit_operation.ts";
import { webhookHandlers } from "../../operator/webhook_operations.ts";
import { operationHandlers } from "../../operator/all_operations.ts";
import {
  handleRequest,
  handlersOn,
  type OperationHandlers,
} from "../../operator/operator_socket.ts";
import { walletHandlers } from "../../operator/wallet_operations.ts";
import { layerSandboxTime } from "../../sandbox/sandbox_time.ts";
import { makeSandboxClock } from "../../simulator/kit/clock.ts";
import { readSandboxSettings } from "../../settings/sandbox_settings.ts";
import { readWorldSettings } from "../../settings/sandbox_settings.ts";
import { layerService } from "../../wiring/service.ts";
import { valueOrExit } from "../../wiring/process.ts";
import { layerStore, layerWalletKeys } from "../../wiring/store.ts";
import { layerWebhooks } from "../../wiring/webhooks.ts";
import { isStored, placeOf } from "../stored_world.ts";
import { makeWorldFolder, type WorldName, type WorldStore } from "../../wiring/world_folder.ts";
import { ownCommand } from "../../wiring/own_command.ts";
import { CommandFailed } from "./command_failure.ts";

/** A connection that handles operator requests until it is closed. */
export interface OperatorConnection {
  readonly send: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
  /** Whether a running service handles them, which has an environment of its own. */
  readonly isService: boolean;
  /** What the operator should know before anything else, or null. */
  readonly note: string | null;
}

/** A world's store, and whether one may be made where there is none. */
export interface WantedStore {
  readonly folder: string;
  readonly isCreating: boolean;
}

/** Errors only: the command's own output is for people. */
const LOG_LEVEL = "error";

/**
 * Opens the store of a world. No service may have it open. Throws {@linkcode CommandFailed} where
 * there is none and none may be made: a key of a store in the wrong folder opens nothing.
 */
export function connectStore(world: WorldName, wanted: WantedStore): Promise<OperatorConnection> {
  return world === "live" ? openLive(wanted) : openSandbox(world, wanted);
}

async function openLive(wanted: WantedStore): Promise<OperatorConnection> {
  const settings = valueOrExit(readEnvironment(Bun.env, readSettings));
  const store = { world: "live", folder: wanted.folder } as const;
  const note = await prepare(settings.storage, { store, wanted });
  const runtime = ManagedRuntime.make(layerService({
    settings: { ...settings, server: { ...settings.server, logLevel: LOG_LEVEL } },
    store,
    clock: Layer.empty,
  }));
  return opened(runtime, {
    handlers: handlersOn(runtime, operationHandlers({ world: "live", url: Option.none() })),
    note,
  });
}

/** Makes the folder of a store. Returns a note if the store is a new one. */
async function prepare(
  storage: StorageSettings,
  { store, wanted }: { readonly store: WorldStore; readonly wanted: WantedStore },
): Promise<string | null> {
  const isNew = !await isStored(storage, store);
  const place = placeOf(storage, store);
  if (isNew && !wanted.isCreating) {
    throw new CommandFailed({
      error: `Cannot open a store: nothing is stored of ${store.world} in ${place}`,
      hint: "Give the command the DATA_DIR or DATABASE_URL of the service, or make a new store: " +
        ownCommand(`account add me@localhost${store.world === "live" ? "" : " --sandbox"}`),
    });
  }
  makeWorldFolder(store.folder);
  return isNew ? `Made a new store in ${place}` : null;
}

/** A stopped sandbox offers only operations on its store: its simulated venue is not running. */
async function openSandbox(world: WorldName, wanted: WantedStore): Promise<OperatorConnection> {
  const { folder } = wanted;
  const { settings, worldSettings, keys } = valueOrExit(readEnvironment(
    Bun.env,
    Effect.all({
      settings: readSandboxSettings,
      worldSettings: readWorldSettings,
      keys: readWalletKeys(world),
    }),
  ));
  const { service: { storage }, urls } = settings;
  if (!storage.isDataDirChosen && urls.size === 0 && Option.isNone(storage.databaseUrl)) {
    throw new CommandFailed({
      error: `Cannot find a running sandbox in ${folder}`,
      hint:
        `Start it: ${ownCommand("sandbox")}. Without DATA_DIR or DATABASE_URL it stores nothing ` +
        "on disk",
    });
  }
  const store = { world, folder };
  const note = await prepare(storage, { store, wanted });
  const runtime = ManagedRuntime.make(
    layerStore(storage, store).pipe(
      Layer.provideMerge(layerWalletKeys(keys)),
      Layer.provideMerge(layerWebhooks(settings.service.webhooks, world)),
      Layer.provideMerge(layerLog(LOG_LEVEL)),
      Layer.provideMerge(layerSandboxTime(makeSandboxClock(worldSettings.clock))),
      Layer.provideMerge(layerMachineTime),
    ),
  );
  const handlers = handlersOn(runtime, [
    ...accountHandlers({ world, url: Option.none() }),
    linkHandler({ world, url: Option.none() }),
    ...walletHandlers,
    ...webhookHandlers,
    auditHandler,
  ]);
  return opened(runtime, { handlers, note });
}

async function opened<Ports>(
  runtime: ManagedRuntime.ManagedRuntime<Ports, unknown>,
  { handlers, note }: { readonly handlers: OperationHandlers; readonly note: string | null },
): Promise<OperatorConnection> {
  // Builds every layer now, so that a store that cannot open fails here.
  await runtime.runPromise(Effect.void);
  return {
    send: (request) => handleRequest(handlers, request),
    close: () => runtime.dispose(),
    isService: false,
    note,
  };
}
