/**
 * Opens the store in the command's own process, for a world whose service is not running.
 *
 * @module
 */
import { Effect, Layer, ManagedRuntime, Option } from "effect";
import { readConfig } from "../config.ts";
import { readLiveConfig } from "../live_config.ts";
import { layerLog } from "../log.ts";
import { accountHandlers } from "../operator/account_operations.ts";
import { auditHandler } from "../operator/audit_operation.ts";
import { operationHandlers } from "../operator/all_operations.ts";
import { handleRequest, type OperationHandlers } from "../operator/operator_socket.ts";
import { walletHandlers } from "../operator/wallet_operations.ts";
import { layerClock, makeSandboxClock } from "../simulator/kit/clock.ts";
import { readSandboxConfig } from "../sandbox/sandbox_config.ts";
import { readSandboxSettings } from "../sandbox/sandbox_settings.ts";
import { layerService } from "../service.ts";
import { configOrExit } from "../start.ts";
import { layerStore } from "../store.ts";
import { makeWorldFolder, type WorldName } from "../world_folder.ts";
import { layerWalletKeys, readWalletKeys } from "../wallet_keys.ts";
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
  const { service, providers, walletKeys } = configOrExit(readConfig(Bun.env, readLiveConfig));
  makeWorldFolder(folder);
  const runtime = ManagedRuntime.make(layerService({
    config: { ...service, logLevel: LOG_LEVEL },
    providers,
    walletKeys,
    store: { world: "live", folder },
    clock: Layer.empty,
  }));
  return opened(runtime, operationHandlers({ runtime, world: "live", url: Option.none() }));
}

/** A stopped sandbox offers only operations on its store: its simulated venue is not running. */
function openSandbox(world: WorldName, folder: string): Promise<OperatorConnection> {
  const { config, clock, keys } = configOrExit(readConfig(Bun.env, (settings) => ({
    config: readSandboxConfig(settings),
    clock: readSandboxSettings(settings).clock,
    keys: readWalletKeys(settings, world),
  })));
  const { service, urls } = config;
  if (!service.isDataDirChosen && urls.size === 0 && Option.isNone(service.databaseUrl)) {
    throw new CommandFailed({
      error: `Cannot find a running sandbox in ${folder}`,
      hint: "Start it: bun run sandbox. Without DATA_DIR or DATABASE_URL it stores nothing on disk",
    });
  }
  makeWorldFolder(folder);
  const runtime = ManagedRuntime.make(
    layerStore(service, { world, folder }).pipe(
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
