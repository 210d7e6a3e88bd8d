/** Services as processes, in the world of simulators that live in this one. @module */
import { makeSandboxClock, type SandboxClock } from "../../app/simulator/kit/clock.ts";
import type { Simulators } from "../../app/simulator/start_simulators.ts";
import { schemaOf } from "../../app/wiring/world_folder.ts";
import type { Settings } from "../app/environment.ts";
import { makeFolder } from "../temporary_folder.ts";
import { startWorld } from "../app/world_of_processes.ts";
import { dropSchema } from "../bench/drop_schema.ts";
import { makeServiceProcess, type ServiceProcess } from "./service_process.ts";

/** The options of a ground. */
export interface GroundOptions {
  readonly startIso: string;
  readonly speed: number;
  /** Names the world, and its schema on a server. */
  readonly seed: number;
  /** When the clock is at its start, by the machine's: now, without it. */
  readonly anchorMs?: number;
  readonly services: number;
  /** A server that the services share; its schema is dropped before and after. */
  readonly databaseUrl?: string | undefined;
  /** What services are told beside where their world is. Called once all simulators answer. */
  readonly settings: (simulators: Simulators) => Settings | Promise<Settings>;
}

/** Services that serve. */
export interface ProcessGround {
  readonly clock: SandboxClock;
  readonly simulators: Simulators;
  readonly services: ReadonlyArray<ServiceProcess>;
  readonly stop: () => Promise<void>;
}

/** Starts simulators, and then services, each of which has a folder of its own. */
export async function openGround(options: GroundOptions): Promise<ProcessGround> {
  const { startIso, speed, seed, anchorMs = Date.now(), databaseUrl } = options;
  const drop = async () => {
    if (databaseUrl !== undefined) await dropSchema(databaseUrl, schemaOf(`sandbox_${seed}`));
  };
  await drop();
  const folder = makeFolder();
  const { simulators, settings } = startWorld({ startIso, speed, seed, anchorMs });
  const services: Array<ServiceProcess> = [];
  const stop = async () => {
    for (const { signal } of services) signal("SIGKILL");
    await Promise.all(services.map(({ ended }) => ended()));
    await simulators.stop();
    await drop();
    folder.remove();
  };
  try {
    const given = { ...settings, ...await options.settings(simulators) };
    while (services.length < options.services) {
      const own = { DATA_DIR: `${folder.path}/${services.length}` };
      const store: Settings = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
      services.push(makeServiceProcess({ ...store, ...given, ...own }));
    }
    await Promise.all(services.map(({ start }) => start()));
  } catch (cause) {
    await stop();
    throw cause;
  }
  const clock = makeSandboxClock({ speed, startMs: Date.parse(startIso), anchorMs });
  return { clock, simulators, services, stop };
}
