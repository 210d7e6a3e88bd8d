/**
 * The real service on simulated providers, started as by its users.
 *
 * @module
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerProcess, startServer } from "./child.ts";

/** Half a minute into a window that begins an hour: no other opens during a benchmark. */
export const START_ISO = "2026-11-05T12:00:30Z";

/** The world whose store is filled beforehand. */
export const SEED = 1;

/** Counted like every request, and never refused. */
const QUOTA = "999999999/60";

/** A folder for the embedded store, and how to remove it. */
export function makeDataFolder() {
  const path = mkdtempSync(join(tmpdir(), "strikeline-bench-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

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
