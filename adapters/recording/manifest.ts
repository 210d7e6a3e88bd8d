/**
 * What the files of a recorded day have, and their hashes.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Feed, FEEDS } from "../../core/recording/mod.ts";
import { dataFile } from "./day_folder.ts";

/** What is written of each feed. */
export type WrittenFeeds = Partial<
  Record<Feed, { readonly bytes: number; readonly lines: number; readonly sha256: string }>
>;

/** The version of the files' format. */
const FORMAT = 1;

/**
 * Writes `manifest.json` of a day, in place of a former one. Feeds that are left out stay. A day
 * that was removed meanwhile has none.
 */
export async function writeManifest(
  folder: string,
  { day, feeds }: { readonly day: string; readonly feeds: WrittenFeeds },
): Promise<void> {
  if (!existsSync(join(folder, day))) return;
  const path = join(folder, day, "manifest.json");
  const all = { ...await readManifest(folder, day), ...feeds };
  const files = FEEDS.flatMap((feed) => {
    const written = all[feed];
    return written === undefined
      ? []
      : [[feed, { file: basename(dataFile(folder, { day, feed })), ...written }] as const];
  });
  const text = JSON.stringify({ format: FORMAT, day, feeds: Object.fromEntries(files) }, null, 2);
  await Bun.write(`${path}.new`, `${text}\n`);
  await rename(`${path}.new`, path);
}

/** Returns what the manifest of a day says; nothing where there is none. */
export async function readManifest(folder: string, day: string): Promise<WrittenFeeds> {
  const file = Bun.file(join(folder, day, "manifest.json"));
  if (!await file.exists()) return {};
  const { feeds } = await file.json() as { readonly feeds: WrittenFeeds };
  return feeds;
}
