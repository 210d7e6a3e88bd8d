/**
 * The way of a command to the store: through the service that has it open, or by opening it.
 *
 * @module
 */
import { Effect, Layer, ManagedRuntime, Option } from "effect";
import { readConfig } from "../config.ts";
import { readLiveConfig } from "../live_config.ts";
import { layerLog } from "../log.ts";
import { accountOrders } from "../operator/account_orders.ts";
import { gamesOrder } from "../operator/games_order.ts";
import { operatorOrders } from "../operator/operator_orders.ts";
import {
  answerOrder,
  isAnswered,
  type OperatorOrders,
  operatorSocketPath,
} from "../operator/operator_socket.ts";
import { walletOrders } from "../operator/wallet_orders.ts";
import { layerClock, makeSandboxClock } from "../sandbox/clock.ts";
import { readSandboxConfig } from "../sandbox/sandbox_config.ts";
import { readSandboxSettings } from "../sandbox/sandbox_settings.ts";
import { layerService } from "../service.ts";
import { configOrExit } from "../start.ts";
import { layerStore, makeWorldFolder, worldFolder, type WorldName } from "../store.ts";
import { layerWalletKeys, readWalletKeys } from "../wallet_keys.ts";
import { CommandEnded } from "./complaint.ts";

/** Takes orders until it is closed. */
export interface OperatorDoor {
  readonly ask: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Only what went wrong: a command prints for people. */
const LOG_LEVEL = "error";

/** The door of the service that runs in a world's folder, or else of the world's store. */
export async function openDoor(world: WorldName, dataDir: string): Promise<OperatorDoor> {
  const folder = worldFolder({ dataDir }, world);
  const path = operatorSocketPath(folder);
  if (await isAnswered(path)) {
    return {
      ask: (request) => fetch(request, { unix: path }),
      close: () => Promise.resolve(),
    };
  }
  return world === "live" ? openLive(folder) : openSandbox(world, folder);
}

function openLive(folder: string): Promise<OperatorDoor> {
  const { service, providers, walletKeys } = configOrExit(readConfig(Bun.env, readLiveConfig));
  makeWorldFolder(folder);
  const runtime = ManagedRuntime.make(layerService({
    config: { ...service, logLevel: LOG_LEVEL },
    providers,
    walletKeys,
    store: { world: "live", folder },
    clock: Layer.empty,
  }));
  return opened(runtime, operatorOrders({ runtime, world: "live", url: Option.none() }));
}

/** What a sandbox keeps can be changed while it stands still; its venue runs only when it does. */
function openSandbox(world: WorldName, folder: string): Promise<OperatorDoor> {
  const { config, clock, keys } = configOrExit(readConfig(Bun.env, (settings) => ({
    config: readSandboxConfig(settings),
    clock: readSandboxSettings(settings).clock,
    keys: readWalletKeys(settings, world),
  })));
  const { service, urls } = config;
  if (!service.isDataDirChosen && urls.size === 0 && Option.isNone(service.databaseUrl)) {
    throw new CommandEnded({
      error: `Cannot find a running sandbox in ${folder}`,
      hint: "Start it: bun run sandbox. Without DATA_DIR or DATABASE_URL it keeps nothing",
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
      ...accountOrders({ runtime, world, url: Option.none() }),
      ...walletOrders(runtime),
      gamesOrder(runtime),
    ]),
  );
}

async function opened<Ports>(
  runtime: ManagedRuntime.ManagedRuntime<Ports, unknown>,
  orders: OperatorOrders,
): Promise<OperatorDoor> {
  // Builds every layer, so that a store that does not open says so here.
  await runtime.runPromise(Effect.void);
  return {
    ask: (request) => answerOrder(orders, request),
    close: () => runtime.dispose(),
  };
}
