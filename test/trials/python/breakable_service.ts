/**
 * A service that Python programs use through a cable, and how they break both.
 *
 * The simulators live here and outlive the service, which is a process of its own and can be
 * killed. A program breaks things by requests to `controlUrl`.
 *
 * @module
 */
import type { Settings } from "../../app/environment.ts";
import { putMarkets } from "../../app/order/put_markets.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { layCable } from "../../app/client/cable.ts";
import { USER_SETTINGS, userEnvironment } from "../../app/client/python/python_service.ts";
import { makeServiceProcess } from "../../stage/service_process.ts";
import { makeFolder } from "../../temporary_folder.ts";

/** A service that answers, until it is broken. */
export type BreakableService = Awaited<ReturnType<typeof startBreakableService>>;

/** Starts it. */
export async function startBreakableService(
  { speed, settings = {} }: { readonly speed: number; readonly settings?: Settings },
) {
  // A little ahead: limits reset by this clock, and clients know the machine's from `Date`.
  const anchorMs = Date.now();
  const startIso = new Date(anchorMs + 500).toISOString();
  const world = startWorld({ startIso, speed, anchorMs });
  const markets = await putMarkets(world.simulators);
  const folder = makeFolder();
  const service = makeServiceProcess({
    LEAGUES: "wsl",
    LOG_LEVEL: "error",
    ...world.settings,
    DATA_DIR: folder.path,
    ...USER_SETTINGS,
    ...settings,
  });
  await service.start();
  const cable = await layCable(() => Number(new URL(service.url).port));
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    service.signal(signal);
    await service.ended();
  };
  const kill = async () => {
    await end("SIGKILL");
    await service.start();
  };
  /** What a program asks for, with a number. */
  const breaks: Readonly<Record<string, (value: number) => unknown>> = {
    "/cut": cable.cut,
    "/cut_after": cable.cutAfter,
    "/delay": (ms) => cable.delay(ms === 0 ? undefined : () => Bun.sleep(ms)),
    "/kill": kill,
  };
  const control = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      await breaks[pathname]?.(Number(searchParams.get("value")));
      return new Response();
    },
  });
  return {
    cable,
    /** Kills the service without a word, and waits until it answers again. */
    kill,
    /** What a Python program needs to know, as its environment. */
    environment: {
      ...userEnvironment({ url: cable.url, markets }),
      STRIKELINE_CONTROL_URL: `http://127.0.0.1:${control.port}`,
    },
    stop: async () => {
      await control.stop(true);
      cable.close();
      await end("SIGTERM");
      await world.simulators.stop();
      folder.remove();
    },
  };
}
