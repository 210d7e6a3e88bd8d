/**
 * A service that Python programs use through a cable, and how they break both.
 *
 * The simulators live here and outlive the service, which is a process of its own and can be
 * killed. A program breaks things by requests to `controlUrl`.
 *
 * @module
 */
import process from "node:process";
import { COMMAND_LINE } from "../../app/command_line.ts";
import { environmentOf, type Settings } from "../../app/environment.ts";
import { putMarkets } from "../../app/order/put_markets.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { until } from "../../until.ts";
import { type Cable, layCable } from "../../app/client/cable.ts";
import { USER_SETTINGS, userEnvironment } from "../../app/client/python/python_service.ts";
import { temporaryFolder } from "./temporary_folder.ts";

/** A service that answers, until it is broken. */
export interface BreakableService {
  /** What a Python program needs to know, as its environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly cable: Cable;
  /** Kills the service without a word, and waits until it answers again. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** One life of the service. */
interface Life {
  readonly port: number;
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
}

/** Starts it. */
export async function startBreakableService(
  { speed, settings = {} }: { readonly speed: number; readonly settings?: Settings },
): Promise<BreakableService> {
  // A little ahead: limits reset by this clock, and clients know the machine's from `Date`.
  const anchorMs = Date.now();
  const startIso = new Date(anchorMs + 500).toISOString();
  const world = startWorld({ startIso, speed, anchorMs });
  const markets = await putMarkets(world.simulators);
  const folder = temporaryFolder();
  const all = {
    LEAGUES: "wsl",
    LOG_LEVEL: "error",
    ...world.settings,
    PORT: "0",
    DATA_DIR: folder.path,
    ...USER_SETTINGS,
    ...settings,
  };
  let life = await live(all);
  const cable = await layCable(() => life.port);
  const kill = async () => {
    await life.end("SIGKILL");
    life = await live(all);
  };
  const control = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const value = Number(searchParams.get("value"));
      await breakIt(pathname, { value, cable, kill });
      return new Response();
    },
  });
  return {
    cable,
    kill,
    environment: {
      ...userEnvironment({ url: cable.url, markets }),
      STRIKELINE_CONTROL_URL: `http://127.0.0.1:${control.port}`,
    },
    stop: async () => {
      await control.stop(true);
      cable.close();
      await life.end("SIGTERM");
      await world.simulators.stop();
      folder.remove();
    },
  };
}

async function breakIt(
  path: string,
  { value, cable, kill }: {
    readonly value: number;
    readonly cable: Cable;
    readonly kill: () => Promise<void>;
  },
): Promise<void> {
  if (path === "/cut") cable.cut();
  if (path === "/cut_after") cable.cutAfter(value);
  if (path === "/delay") cable.delay(value === 0 ? undefined : () => Bun.sleep(value));
  if (path === "/kill") await kill();
}

/** Starts the service, and waits until it says where it is. */
async function live(settings: Settings): Promise<Life> {
  const child = Bun.spawn([...COMMAND_LINE, "sandbox"], {
    cwd: new URL("../../../", import.meta.url).pathname,
    env: environmentOf(settings),
    stdout: "pipe",
    stderr: "inherit",
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let printed = "";
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) printed += decoder.decode(chunk, { stream: true });
  })();
  const port = () => /service +http:\S+:(\d+)/.exec(printed)?.[1];
  await until(
    () => port() !== undefined || child.exitCode !== null,
    "the service says where it is",
    { everyMs: 20 },
  );
  if (port() === undefined) throw new Error(`Cannot start the service: ${printed}`);
  return {
    port: Number(port()),
    end: async (signal) => {
      child.kill(signal);
      await child.exited;
      process.removeListener("exit", kill);
    },
  };
}
