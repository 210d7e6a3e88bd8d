/**
 * The folders of sandboxes under DATA_DIR, beside that of live mode, which is never touched.
 *
 * @module
 */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { ownCommand } from "../../wiring/own_command.ts";
import { isAnswered, operatorSocketPath } from "../../operator/operator_socket.ts";

/** The file of what was done in a simulated world. */
export const WORLD_FILE = "world.sqlite";

/** A sandbox's world, or that of one of its replays. */
const SANDBOX = /^sandbox_(\d{1,16})(?:_\w+)?$/;

interface SandboxFolder {
  readonly path: string;
  readonly seed: number;
}

/** Empties the worlds of all sandboxes. Rejects while one of them is in use. */
export async function emptySandboxes(dataDir: string): Promise<void> {
  const folders = sandboxesIn(dataDir);
  for (const { path } of folders) {
    if (!await isAnswered(operatorSocketPath(path))) continue;
    throw new Error(`Cannot empty ${path}: a running sandbox uses it; stop it first`);
  }
  for (const { path } of folders) rmSync(path, { recursive: true, force: true });
}

/** Throws if there are worlds of other seeds, and none of this one. */
export function refuseOtherSeed(dataDir: string, seed: number): void {
  const seeds = new Set(sandboxesIn(dataDir).filter(isUsed).map((each) => each.seed));
  const [other] = seeds;
  if (other === undefined || seeds.has(seed)) return;
  throw new Error(
    `Cannot start the sandbox of seed ${seed} in ${dataDir}: it has the world of seed ${other}; ` +
      `set SANDBOX_SEED=${other} to go on with that, or empty it: ${ownCommand("sandbox --fresh")}`,
  );
}

/** A folder that is none, or that this user may not see, is complained of by who makes it. */
function sandboxesIn(dataDir: string): ReadonlyArray<SandboxFolder> {
  try {
    return readdirSync(dataDir).flatMap((name) => {
      const seed = SANDBOX.exec(name)?.[1];
      return seed === undefined ? [] : [{ path: `${dataDir}/${name}`, seed: Number(seed) }];
    });
  } catch {
    return [];
  }
}

/** Commands make a store, too. */
function isUsed({ path }: SandboxFolder): boolean {
  return [WORLD_FILE, "store"].some((name) => existsSync(`${path}/${name}`));
}
