/**
 * Live mode in this process: a service on the real providers, which starts again by itself where
 * setting it up has changed what it is to run with.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { AccountStore } from "../../core/port/account_store.ts";
import { envFile } from "../settings/env_file.ts";
import { readEnvironment, readSettings, type Settings } from "../settings/settings.ts";
import { startReason, valueOrExit } from "./process.ts";
import { startService } from "./service.ts";
import { serviceSetup } from "./service_setup.ts";
import { worldFolder } from "./world_folder.ts";

/** A live service that runs. */
export interface LiveService {
  readonly url: string;
  /** Whether it had an account when it was started first. */
  readonly hasAnyAccount: boolean;
  /** Stops it, and starts it with what the environment says by then. Rejects where it cannot. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** An answer that causes a restart is sent before it. */
const ANSWERED_WITHIN_MS = 100;

/**
 * Starts it. `environment` has its settings, and gets those that are chosen; `logLevel` is in the
 * place of `LOG_LEVEL` while it returns one.
 */
export async function startLiveService(
  environment: Record<string, string | undefined>,
  { logLevel = () => undefined }: {
    readonly logLevel?: () => Settings["server"]["logLevel"] | undefined;
  } = {},
): Promise<LiveService> {
  const start = async (ownPort?: number) => {
    const settings = valueOrExit(readEnvironment(environment, readSettings));
    const { server } = settings;
    const folder = worldFolder(settings.storage, "live");
    const file = envFile();
    return await startService({
      settings: {
        ...settings,
        server: {
          ...server,
          // A free port that was found is kept.
          port: server.port === 0 ? ownPort ?? 0 : server.port,
          logLevel: logLevel() ?? server.logLevel,
        },
      },
      world: "live",
      folder,
      store: { world: "live", folder },
      fixedKey: Option.none(),
      prepare: hasAccounts,
      clock: Layer.empty,
      setup: serviceSetup({ environment, settings, file, restart: restartSoon }),
    });
  };
  const first = await start();
  const port = Number(new URL(first.url).port);
  let running = Promise.resolve(first);
  const restart = async () => {
    running = running.then(async (service) => {
      await service.stop();
      return await start(port);
    });
    await running;
  };
  function restartSoon(): void {
    setTimeout(() => void restart().catch(giveUp), ANSWERED_WITHIN_MS);
  }
  return {
    url: first.url,
    hasAnyAccount: first.prepared,
    restart,
    stop: async () => await (await running).stop(),
  };
}

async function giveUp(error: unknown): Promise<never> {
  console.error(await startReason(error));
  process.exit(1);
}

/** Whether any account exists. True if the store fails, so that nothing is printed then. */
const hasAccounts = AccountStore.use((store) => store.firstAccount).pipe(
  Effect.map(Option.isSome),
  Effect.orElseSucceed(() => true),
);
