/**
 * The folders of a recording: `2026-11-27/books.jsonl.zst`.
 *
 * @module
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Feed } from "../../core/recording/mod.ts";

/** Returns the UTC day of an instant in unix milliseconds, as the name of its folder. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Returns the path of a feed's lines of a day. */
export function dataFile(
  folder: string,
  { day, feed }: { readonly day: string; readonly feed: Feed },
): string {
  return join(folder, day, `${feed}.jsonl.zst`);
}

/** Returns the days of a recording, oldest first: none of a folder that is not there. */
export async function recordedDays(folder: string): Promise<ReadonlyArray<string>> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name) && Date.parse(name) > 0)
    .toSorted();
}
