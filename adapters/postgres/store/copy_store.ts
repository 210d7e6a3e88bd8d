/**
 * Copies the directory of an embedded PostgreSQL while nothing is written to it.
 *
 * @module
 */
import { constants, statfsSync } from "node:fs";
import { cp, lstat, readdir, rm } from "node:fs/promises";

/** What must remain free for the store itself to go on. */
const SPARE_BYTES = 64 * 1024 * 1024;

/**
 * Copies a store into a folder that exists. The copy opens like a store whose process was killed at
 * this moment: with everything that was committed. Refuses where the copy would fill the disk.
 */
export async function copyStore(
  from: string,
  { folder, name }: { readonly folder: string; readonly name: string },
): Promise<void> {
  const to = `${folder}/${name}`;
  const { bavail, bsize } = statfsSync(folder);
  const bytes = await sizeOf(from);
  if (bavail * bsize < bytes + SPARE_BYTES) {
    const mib = Math.ceil(bytes / 2 ** 20);
    throw new CopyImpossible(`its disk has no space for a copy of ${mib} MiB; free space on it`);
  }
  try {
    await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
  } catch (cause) {
    await rm(to, { recursive: true, force: true });
    throw cause;
  }
}

/** A copy cannot be made; the message is for the operator. */
export class CopyImpossible extends Error {}

async function sizeOf(directory: string): Promise<number> {
  const names = await readdir(directory, { recursive: true });
  const sizes = await Promise.all(
    names.map(async (name) => (await lstat(`${directory}/${name}`)).size),
  );
  return sizes.reduce((total, size) => total + size, 0);
}
