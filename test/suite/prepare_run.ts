/** What the test files of one run share: a folder, and what is made once. @module */
import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { needsOf } from "./needs.ts";

/** Settings of the processes that run test files. */
export type RunSettings = Readonly<Record<string, string>>;

/** Files in memory: stores of tests live for seconds, and a disk's journal takes processor time. */
const MEMORY_FOLDER = "/dev/shm";
/** The stores that exist at once take a tenth of it. */
const MEMORY_FREE_BYTES_MIN = 2 * 1024 ** 3;

/** Makes what these files need, and nothing else. */
export async function prepareRun(files: ReadonlyArray<string>): Promise<RunSettings> {
  const needs = needsOf(files);
  const folder = makeFolder(hasMemoryFolder() ? MEMORY_FOLDER : tmpdir());
  // Where files are in memory, programs may not be run.
  const built = makeFolder(tmpdir());
  const [binary, cluster] = [join(built, "strikeline"), join(built, "cluster.tgz")];
  // Loaded where they are needed alone, as both take a second.
  if (needs.binary) await (await import("../../app/ship/binary.ts")).makeBinary({ file: binary });
  if (needs.cluster) {
    const { preparedCluster } = await import("../../app/ship/prepared_cluster.ts");
    await Bun.write(cluster, await preparedCluster());
  }
  return {
    TMPDIR: folder,
    ...(needs.binary ? { TEST_BINARY: binary } : {}),
    ...(needs.cluster ? { TEST_CLUSTER: cluster } : {}),
  };
}

function hasMemoryFolder(): boolean {
  if (!existsSync(MEMORY_FOLDER)) return false;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= MEMORY_FREE_BYTES_MIN;
}

/** Makes a folder that is gone with this process, even if that is interrupted. */
function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "strikeline-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  return folder;
}
