/**
 * Creates the directory of an embedded PostgreSQL.
 *
 * Initializing a database cluster takes seconds; copying one that was initialized before takes a
 * tenth of a second, and PGlite's makers publish such a copy.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { NEW_CLUSTER } from "./pglite_files.ts";

/**
 * Creates a store without data unless the path exists. The caller holds the path's claim.
 *
 * The directory appears when its last file is written: a process that is killed earlier leaves
 * `<directory>.unfinished`, which the next one removes.
 */
export async function createStore(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  const unfinished = `${directory}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const archive = new Bun.Archive(await NEW_CLUSTER.arrayBuffer());
  await archive.extract(unfinished);
  await rename(unfinished, directory);
}
