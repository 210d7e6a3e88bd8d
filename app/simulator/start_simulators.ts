/**
 * Starts every simulator that does not already run elsewhere.
 *
 * @module
 */
import { Option } from "effect";
import { type ApiKey } from "./polymarket/clob/api_keys.ts";
import { makeSharedParts } from "./shared_parts.ts";
import { type RunningSimulator } from "./kit/simulator.ts";
import {
  SIMULATOR_NAMES,
  type SimulatorName,
  type SimulatorOptions,
  startSimulator,
} from "./start_simulator.ts";
import { makeWorld } from "./world/world.ts";

/** All simulators, in any process. */
export interface Simulators {
  readonly urlOf: (name: SimulatorName) => string;
  /** Name, address, and whether this process runs it. */
  readonly table: ReadonlyArray<readonly [name: SimulatorName, url: string, isOurs: boolean]>;
  /** Stops the ones that this process runs. */
  readonly stop: () => Promise<void>;
}

/** A simulator that cannot have its port. */
export class SimulatorUnheard extends Error {
  readonly simulator: SimulatorName;
  readonly port: number;

  constructor(simulator: SimulatorName, port: number, options: ErrorOptions) {
    super(`Cannot listen on port ${port} as the ${simulator} simulator`, options);
    this.simulator = simulator;
    this.port = port;
  }
}

function startOn(name: SimulatorName, options: SimulatorOptions): RunningSimulator {
  try {
    return startSimulator(name, options);
  } catch (cause) {
    throw new SimulatorUnheard(name, options.port ?? 0, { cause });
  }
}

/** The addresses of external simulators, and the ports of the others. */
export interface SimulatorAddresses {
  /** Addresses of simulators that are not started here. */
  readonly urls: ReadonlyMap<SimulatorName, string>;
  /** The first simulator's port; omitted: free ports. */
  readonly portBase: Option.Option<number>;
}

/**
 * Starts them on consecutive ports from the base, or on free ones. Throws
 * {@linkcode SimulatorUnheard}.
 */
export function startSimulators(
  options: SimulatorAddresses & SimulatorOptions & { readonly givenKey?: ApiKey | undefined },
): Simulators {
  const started = new Map<SimulatorName, RunningSimulator>();
  const shared = makeSharedParts(makeWorld(options.seed), options);
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
