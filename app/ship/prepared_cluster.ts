/**
 * Takes a prepared database cluster along in builds, so that a first start of the embedded store
 * does not make its tables: a tenth of what a start takes.
 *
 * @module
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BunPlugin } from "bun";
import { makePreparedCluster } from "../../adapters/postgres/engine/prepared_cluster.ts";

/** The name of the file that a package publishes, of an empty cluster. */
export const CLUSTER_FILE = "prepopulatedfs.tgz";
const EMPTY_CLUSTER = new RegExp(`[\\\\/]${RegExp.escape(CLUSTER_FILE)}$`);

let made: Promise<Blob> | undefined;

/** Returns a cluster with the tables of this version, as a `.tgz`; all builds have the same. */
export function preparedCluster(): Promise<Blob> {
  return made ??= makeCluster();
}

async function makeCluster(): Promise<Blob> {
  const folder = await mkdtemp(join(tmpdir(), "strikeline-cluster-"));
  try {
    return await makePreparedCluster(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts one in the place of the empty cluster. */
export const preparedClusterFile: BunPlugin = {
  name: "prepared cluster file",
  setup: async (build) => {
    const contents = await (await preparedCluster()).bytes();
    build.onLoad({ filter: EMPTY_CLUSTER }, () => ({ contents, loader: "file" }));
  },
};
