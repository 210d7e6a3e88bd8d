/**
 * What an export has written, and of what size of the recording: what has not changed since is not
 * written again.
 *
 * @module
 */
import { rename, stat } from "node:fs/promises";
import { join } from "node:path";

/** A file that was written whole. */
export interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
  /** The sizes of what it was made from, by feed. */
  readonly from: Readonly<Record<string, number>>;
}

/** The files by their path in the export's folder, such as `book/2026-11-27.parquet`. */
export type ExportManifest = Readonly<Record<string, WrittenFile>>;

/** The version of what files have: those of another are written anew. */
const FORMAT = 1;

const pathOf = (out: string): string => join(out, "exported.json");

/** Returns what was written; nothing where nobody knows. */
export async function readExportManifest(out: string): Promise<ExportManifest> {
  const read: unknown = await Bun.file(pathOf(out)).json().catch(() => undefined);
  if (typeof read !== "object" || read === null) return {};
  const { format, files } = read as { readonly format?: unknown; readonly files?: unknown };
  if (format !== FORMAT || typeof files !== "object" || files === null) return {};
  return files as ExportManifest;
}

/** Writes it, in place of a former one. */
export async function writeExportManifest(out: string, files: ExportManifest): Promise<void> {
  const path = pathOf(out);
  await Bun.write(`${path}.part`, `${JSON.stringify({ format: FORMAT, files }, null, 2)}\n`);
  await rename(`${path}.part`, path);
}

/** Whether a file is as it was written, from a recording that is as it was. */
export async function isUpToDate(
  path: string,
  written: WrittenFile | undefined,
  from: WrittenFile["from"],
): Promise<boolean> {
  if (written === undefined || !Bun.deepEquals(written.from, from)) return false;
  return await stat(path).then(({ size }) => size === written.bytes, () => false);
}
