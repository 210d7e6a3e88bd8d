/**
 * Chooses the world that a command runs in: live or a sandbox.
 *
 * @module
 */
import { readdirSync } from "node:fs";
import { Result } from "effect";
import { isAnswered, operatorSocketPath } from "../../operator/operator_socket.ts";
import { worldFolder, type WorldName } from "../../wiring/world_folder.ts";
import { type AskedWorld } from "../command_line.ts";
import { complain, type Read } from "./command_failure.ts";

/** A world, and a note for the operator if it was chosen automatically. */
export interface ChosenWorld {
  readonly world: WorldName;
  readonly note: string | null;
}

/**
 * Returns the requested world. Without a request it is live, unless a sandbox is running in the
 * folder and no live service is. Fails if several sandboxes are running.
 */
export async function chooseWorld(asked: AskedWorld, { dataDir, seed }: {
  readonly dataDir: string;
  readonly seed: number;
}): Promise<Read<ChosenWorld>> {
  const named = (world: WorldName) => Result.succeed({ world, note: null });
  if (asked === "sandbox") return named(`sandbox_${seed}`);
  if (asked === "live" || await isRunning("live", dataDir)) return named("live");
  const running: Array<WorldName> = [];
  for (const world of sandboxesIn(dataDir)) {
    if (await isRunning(world, dataDir)) running.push(world);
  }
  const [world, ...others] = running;
  if (world === undefined) return named("live");
  if (others.length > 0) {
    return complain(
      `Cannot choose a sandbox: ${running.join(", ")} are running in ${dataDir}`,
      "Add --sandbox and set SANDBOX_SEED to choose one",
    );
  }
  const note = `Using ${world}, which is running in ${dataDir}; add --live to use live mode`;
  return Result.succeed({ world, note });
}

function isRunning(world: WorldName, dataDir: string): Promise<boolean> {
  return isAnswered(operatorSocketPath(worldFolder({ dataDir }, world)));
}

function sandboxesIn(dataDir: string): ReadonlyArray<WorldName> {
  try {
    return readdirSync(dataDir).filter(isSandbox).sort();
  } catch {
    return [];
  }
}

function isSandbox(name: string): name is `sandbox_${number}` {
  return /^sandbox_\d{1,16}$/.test(name);
}
