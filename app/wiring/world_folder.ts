/**
 * The worlds that are stored, and where: the live one, and each sandbox.
 *
 * @module
 */
import { chmodSync, mkdirSync } from "node:fs";

/**
 * The name of a world, `live` or `sandbox_<seed>`. Each world has its own schema and folder, so
 * that simulated prices never mix with real ones.
 */
export type WorldName = "live" | `sandbox_${number}`;

/** Where a world is stored. A replay in a sandbox is a separate world in the store. */
export interface WorldStore {
  readonly world: WorldName | `sandbox_${number}_${string}`;
  /** The folder of the embedded store. */
  readonly folder: string;
}

/** Owner only: it contains secrets, and the embedded store's files are writable by everyone. */
const FOLDER_MODE = 0o700;

/** Creates the folder of a world, or restricts an existing one to its owner. */
export function makeWorldFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  try {
    chmodSync(folder, FOLDER_MODE);
  } catch {
    // The folder has another owner who grants access, such as a container's volume.
  }
}

/** Returns the folder of a world. */
export function worldFolder(
  { dataDir }: { readonly dataDir: string },
  world: WorldStore["world"],
): string {
  return `${dataDir}/${world}`;
}

/** Returns the schema of a world on a server, which several worlds may share. */
export function schemaOf(world: WorldStore["world"]): string {
  return world === "live" ? "strikeline" : `strikeline_${world}`;
}

/** The folder of a store in memory, which is lost with the process. */
export const IN_MEMORY = "memory://";
