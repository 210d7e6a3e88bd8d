/**
 * Bounds the size of a recording: the oldest day goes first.
 *
 * @module
 */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { recordedDays } from "./day_folder.ts";

/** Removes the oldest days above a size, but for the newest one. Returns the size that is left. */
export async function freeSpace(folder: string, bytesMax: number): Promise<number> {
  const days = await recordedDays(folder);
  const sizes = await Promise.all(days.map((day) => sizeOf(join(folder, day))));
  let bytes = sizes.reduce((sum, size) => sum + size, 0);
  for (const [at, day] of days.slice(0, -1).entries()) {
    if (bytes <= bytesMax) break;
    await rm(join(folder, day), { recursive: true, force: true });
    bytes -= sizes[at] ?? 0;
  }
  return bytes;
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
