/**
 * Writes a backup: under another name first, so that its own name never shows half of one.
 *
 * @module
 */
import { createWriteStream, existsSync } from "node:fs";
import { open, readdir, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import {
  type BackupHeader,
  endLine,
  headerLine,
  LINE_BYTES_MAX,
  tableLine,
} from "./backup_format.ts";
import { cannotWrite } from "./backup_target.ts";
import { isDeadMark, ownProcessMark } from "../../../adapters/postgres/engine/process_mark.ts";
import type { TableRows } from "../../../adapters/postgres/engine/snapshot.ts";

/** Owner only: it has everything that the store has. */
const FILE_MODE = 0o600;
/** Rows are JSON, which shrinks little more at a higher level and takes much longer. */
const GZIP_LEVEL = 4;

/** What to write, and when to stop. */
export interface BackupContent {
  readonly header: BackupHeader;
  readonly rows: AsyncIterable<TableRows>;
  readonly signal: AbortSignal;
}

/** What was written. */
export interface WrittenBackup {
  readonly rowCount: number;
  readonly tableCount: number;
}

/** What was written so far, and what failed before it reached the file. */
interface Progress {
  rowCount: number;
  tableCount: number;
  failure?: unknown;
}

/**
 * Writes a backup and waits for the disk. A link stays, and what it leads to is replaced. A process
 * that is killed before leaves `<path>.<process>.unfinished`, which the next backup to this path
 * removes. Fails with {@linkcode CommandFailed} if the file cannot be written.
 */
export async function writeBackup(path: string, content: BackupContent): Promise<WrittenBackup> {
  const target = existsSync(path) ? await realpath(path) : path;
  const unfinished = `${target}.${await ownProcessMark()}.unfinished`;
  const progress: Progress = { rowCount: 0, tableCount: 0 };
  try {
    await removeUnfinished(target);
    // Opened here and not by the stream, which may create it after an interruption removed it.
    const file = await open(unfinished, "wx", FILE_MODE);
    try {
      await pipeline(
        textOf(content, progress),
        createGzip({ level: GZIP_LEVEL }),
        createWriteStream("", { fd: file.fd, autoClose: false }),
        { signal: content.signal },
      );
      await file.sync();
    } finally {
      await file.close();
    }
    content.signal.throwIfAborted();
    await rename(unfinished, target);
    await flushFolder(dirname(target));
    return progress;
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw failureOf(cause, { name: path, content, progress });
  }
}

/** Writes a backup to a stream, such as standard output, which stays open. */
export async function printBackup(
  { name, stream }: { readonly name: string; readonly stream: Writable },
  content: BackupContent,
): Promise<WrittenBackup> {
  const progress: Progress = { rowCount: 0, tableCount: 0 };
  try {
    const { signal } = content;
    const gzip = createGzip({ level: GZIP_LEVEL });
    await pipeline(textOf(content, progress), gzip, stream, { signal, end: false });
    // The process exits next, which would lose what the stream has not handed on.
    await new Promise<void>((done, fail) => {
      stream.write("", (cause) => cause ? fail(cause) : done());
    });
    return progress;
  } catch (cause) {
    throw failureOf(cause, { name, content, progress });
  }
}

function textOf({ header, rows }: BackupContent, progress: Progress): Readable {
  return Readable.from(linesOf(header, rows, progress), { objectMode: true, highWaterMark: 2 });
}

/** What the rows and an interruption end with is theirs; everything else is the file's. */
function failureOf(
  cause: unknown,
  { name, content, progress }: {
    readonly name: string;
    readonly content: BackupContent;
    readonly progress: Progress;
  },
): unknown {
  const isOfFile = progress.failure === undefined && !content.signal.aborted;
  return isOfFile ? cannotWrite(name, cause) : progress.failure ?? cause;
}

/** Yields the text, and counts in `progress`. */
async function* linesOf(
  header: BackupHeader,
  batches: AsyncIterable<TableRows>,
  progress: Progress,
): AsyncGenerator<Buffer> {
  const digest = new Bun.CryptoHasher("sha256");
  const summed = (text: string) => {
    const bytes = Buffer.from(text);
    digest.update(bytes);
    return bytes;
  };
  yield summed(headerLine(header));
  try {
    for await (const { table, rows } of batches) {
      if (rows.length === 0) {
        progress.tableCount++;
        yield summed(tableLine(table));
        continue;
      }
      const long = rows.find((row) => Buffer.byteLength(row) >= LINE_BYTES_MAX);
      if (long !== undefined) throw new Error(`a row of ${table} is longer than a backup's lines`);
      progress.rowCount += rows.length;
      yield summed(`${rows.join("\n")}\n`);
    }
  } catch (cause) {
    progress.failure = cause;
    throw cause;
  }
  yield Buffer.from(endLine({ rowCount: progress.rowCount, sha256: digest.digest("hex") }));
}

/** Removes what killed processes left, but not what others write now. */
async function removeUnfinished(path: string): Promise<void> {
  const prefix = `${basename(path)}.`;
  for (const name of await readdir(dirname(path))) {
    const [mark = "", suffix, more] = name.slice(prefix.length).split(".");
    if (!name.startsWith(prefix) || suffix !== "unfinished" || more !== undefined) continue;
    if (await isDeadMark(mark)) await rm(`${dirname(path)}/${name}`, { force: true });
  }
}

async function flushFolder(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
