/** Servers in separate processes, so that none shares an event loop with another. @module */
import process from "node:process";
import { startPrinting } from "../printing_process.ts";

/** A process that serves. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Starts `bun run {file}` and waits until it prints the address of the service or a simulator. */
export async function startServer(
  file: string,
  { args = [], settings = {} }: {
    readonly args?: ReadonlyArray<string>;
    readonly settings?: Readonly<Record<string, string>>;
  } = {},
): Promise<ServerProcess> {
  const { said, pid, stop } = await startPrinting([process.execPath, "run", file, ...args], {
    settings,
    pattern: /^ *(?:service|[\w-]+ simulator on) +(http:\S+)\s/m,
  });
  return { url: said, pid, stop };
}

/** Half a minute into a window that begins an hour: no other opens during a benchmark. */
export const START_ISO = "2026-11-05T12:00:30Z";

/** The world whose store is filled beforehand. */
export const SEED = 1;

/** Counted like every request, and never refused. */
const QUOTA = "999999999/60";

/**
 * Starts it on a free port, possibly with existing data. `world` names providers that are simulated
 * elsewhere; without it the service simulates them itself.
 */
export function startRealService(
  dataDir: string,
  world: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  return startServer("app/strikeline.ts", {
    args: ["sandbox"],
    settings: {
      ...world,
      DATA_DIR: dataDir,
      // Games have a separate benchmark.
      LEAGUES: "wsl",
      LOG_LEVEL: "warn",
      PORT: "0",
      RATE_LIMIT_PUBLIC: QUOTA,
      SANDBOX_SEED: String(SEED),
      SANDBOX_START: START_ISO,
    },
  });
}
