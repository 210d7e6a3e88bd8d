/**
 * The real service on simulated providers, as its users start it.
 *
 * @module
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerProcess, startServer } from "./child.ts";

/** Half a minute into a window that begins an hour: no other opens while a benchmark runs. */
export const START_ISO = "2026-11-05T12:00:30Z";

/** The world whose store is filled beforehand. */
export const SEED = 1;

/** Counted as every request is, and never refused. */
const QUOTA = "999999999/60";

/** A folder for the embedded store, and how to remove it. */
export function makeDataFolder() {
  const path = mkdtempSync(join(tmpdir(), "strikeline-bench-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Starts it on a free port, on data that may be there already. */
export function startRealService(dataDir: string): Promise<ServerProcess> {
  return startServer("app/sandbox/main.ts", {
    settings: {
      DATA_DIR: dataDir,
      // Games are another bench's.
      LEAGUES: "wsl",
      LOG_LEVEL: "warn",
      PORT: "0",
      RATE_LIMIT_PUBLIC: QUOTA,
      SANDBOX_SEED: String(SEED),
      SANDBOX_START: START_ISO,
    },
  });
}
