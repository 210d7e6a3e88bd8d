/**
 * Which world a command is meant for.
 *
 * @module
 */
import { readdirSync } from "node:fs";
import { Result } from "effect";
import { isAnswered, operatorSocketPath } from "../operator/operator_socket.ts";
import { worldFolder, type WorldName } from "../store.ts";
import { type AccountLine } from "./account_command.ts";
import { complain, type Read } from "./complaint.ts";

/** A world, and what the operator has to know of how it was found. */
export interface ChosenWorld {
  readonly world: WorldName;
  readonly note: string | null;
}

/**
 * The world that was named. Where none was, it is live, unless no live service is running in the
 * folder and a sandbox is.
 */
export async function chooseWorld(asked: AccountLine["world"], { dataDir, seed }: {
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
      `Cannot tell which sandbox is meant: ${running.join(", ")} are running in ${dataDir}`,
      "Add --sandbox; SANDBOX_SEED chooses which",
    );
  }
  const note = `Using ${world}, which is running in ${dataDir}; live mode is not (--live means it)`;
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
