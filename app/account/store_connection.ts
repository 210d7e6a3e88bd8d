/**
 * Opens the store in the command's own process, for a world whose service is not running.
 *
 * @module
 */
import { Effect, Layer, ManagedRuntime, Option } from "effect";
import { readEnvironment, readSettings } from "../settings/settings.ts";
import { readWalletKeys } from "../settings/storage_settings.ts";
import { layerLog } from "../log.ts";
import { accountHandlers } from "../operator/account_operations.ts";
import { auditHandler } from "../operator/audit_operation.ts";
import { operationHandlers } from "../operator/all_operations.ts";
import { handleRequest, type OperationHandlers } from "../operator/operator_socket.ts";
import { walletHandlers } from "../operator/wallet_operations.ts";
import { layerClock, makeSandboxClock } from "../simulator/kit/clock.ts";
import { readSandboxSettings } from "../settings/sandbox_settings.ts";
import { readWorldSettings } from "../settings/sandbox_settings.ts";
import { layerService } from "../service.ts";
import { valueOrExit } from "../process.ts";
import { layerStore, layerWalletKeys } from "../store.ts";
import { makeWorldFolder, type WorldName } from "../world_folder.ts";
import { CommandFailed } from "./command_failure.ts";

/** A connection that handles operator requests until it is closed. */
export interface OperatorConnection {
  readonly send: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Errors only: the command's own output is for people. */
const LOG_LEVEL = "error";

/** Opens the store of a world. No service may have it open. */
export function connectStore(world: WorldName, folder: string): Promise<OperatorConnection> {
  return world === "live" ? openLive(folder) : openSandbox(world, folder);
}

function openLive(folder: string): Promise<OperatorConnection> {
  const settings = valueOrExit(readEnvironment(Bun.env, readSettings));
  makeWorldFolder(folder);
  const runtime = ManagedRuntime.make(layerService({
    settings: { ...settings, server: { ...settings.server, logLevel: LOG_LEVEL } },
    store: { world: "live", folder },
    clock: Layer.empty,
  }));
  return opened(runtime, operationHandlers({ runtime, world: "live", url: Option.none() }));
}

/** A stopped sandbox offers only operations on its store: its simulated venue is not running. */
function openSandbox(world: WorldName, folder: string): Promise<OperatorConnection> {
  const { settings, clock, keys } = valueOrExit(readEnvironment(Bun.env, (reader) => ({
    settings: readSandboxSettings(reader),
    clock: readWorldSettings(reader).clock,
    keys: readWalletKeys(reader, world),
  })));
  const { service: { storage }, urls } = settings;
  if (!storage.isDataDirChosen && urls.size === 0 && Option.isNone(storage.databaseUrl)) {
    throw new CommandFailed({
      error: `Cannot find a running sandbox in ${folder}`,
      hint: "Start it: bun run sandbox. Without DATA_DIR or DATABASE_URL it stores nothing on disk",
    });
  }
  makeWorldFolder(folder);
  const runtime = ManagedRuntime.make(
    layerStore(storage, { world, folder }).pipe(
      Layer.provideMerge(layerWalletKeys(keys)),
      Layer.provideMerge(layerLog(LOG_LEVEL)),
      Layer.provideMerge(layerClock(makeSandboxClock(clock))),
    ),
  );
  return opened(
    runtime,
    new Map([
      ...accountHandlers({ runtime, world, url: Option.none() }),
      ...walletHandlers(runtime),
      auditHandler(runtime),
    ]),
  );
}

async function opened<Ports>(
  runtime: ManagedRuntime.ManagedRuntime<Ports, unknown>,
  handlers: OperationHandlers,
): Promise<OperatorConnection> {
  // Builds every layer now, so that a store that cannot open fails here.
  await runtime.runPromise(Effect.void);
  return {
    send: (request) => handleRequest(handlers, request),
    close: () => runtime.dispose(),
  };
}
