/**
 * Starts every simulator that is not running elsewhere already.
 *
 * @module
 */
import { Option } from "effect";
import { type SandboxConfig } from "./sandbox_config.ts";
import { makeSharedParts } from "./shared_parts.ts";
import { type RunningSimulator } from "./simulator.ts";
import {
  SIMULATOR_NAMES,
  type SimulatorName,
  type SimulatorOptions,
  startSimulator,
} from "./start_simulator.ts";
import { makeWorld } from "./world/world.ts";

/** All simulators, wherever they run. */
export interface Simulators {
  readonly urlOf: (name: SimulatorName) => string;
  /** Name, address, and whether this process runs it. */
  readonly table: ReadonlyArray<readonly [name: SimulatorName, url: string, isOurs: boolean]>;
  /** Stops those that this process runs. */
  readonly stop: () => Promise<void>;
}

/** A port that is taken is told by the setting it came from. */
function startOn(name: SimulatorName, options: SimulatorOptions): RunningSimulator {
  try {
    return startSimulator(name, options);
  } catch (cause) {
    const { port } = options;
    const hint = "set SANDBOX_PORT_BASE to another";
    throw new Error(`Cannot listen: port ${port} of the ${name} simulator is taken; ${hint}`, {
      cause,
    });
  }
}

/** Starts them on the ports of the base, or on free ones. */
export function startSimulators(
  options: Pick<SandboxConfig, "urls" | "portBase"> & SimulatorOptions,
): Simulators {
  const started = new Map<SimulatorName, RunningSimulator>();
  const shared = makeSharedParts(makeWorld(options.seed));
  for (const [number, name] of SIMULATOR_NAMES.entries()) {
    if (options.urls.has(name)) continue;
    const port = Option.getOrUndefined(Option.map(options.portBase, (base) => base + number));
    started.set(name, startOn(name, { ...shared, ...options, port }));
  }
  const urlOf = (name: SimulatorName) => options.urls.get(name) ?? started.get(name)?.url ?? "";
  return {
    urlOf,
    table: SIMULATOR_NAMES.map((name) => [name, urlOf(name), started.has(name)]),
    stop: async () => {
      await Promise.all([...started.values()].map((simulator) => simulator.stop()));
    },
  };
}
