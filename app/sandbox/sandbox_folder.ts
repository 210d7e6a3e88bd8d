/**
 * Where a sandbox keeps its data.
 *
 * @module
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceConfig } from "../config.ts";
import { isAnswered, operatorSocketPath } from "../operator_socket.ts";
import { worldFolder, type WorldName } from "../store.ts";

/**
 * The world's folder under `DATA_DIR`. A second sandbox of one seed, started beside the first
 * without a `DATA_DIR` of its own, gets a folder that is forgotten: two cannot share a store, and
 * none of what a sandbox finds is worth a refusal to start.
 */
export async function sandboxFolder(config: ServiceConfig, world: WorldName): Promise<string> {
  const folder = worldFolder(config, world);
  if (config.isDataDirChosen || !await isAnswered(operatorSocketPath(folder))) return folder;
  return mkdtempSync(join(tmpdir(), "strikeline-"));
}
