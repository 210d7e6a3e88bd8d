/**
 * Reads a backup: whole and unchanged, or not at all.
 *
 * @module
 */
import { pipeline } from "node:stream/promises";
import { PassThrough } from "node:stream";
import { constants, createGunzip, inflateRawSync } from "node:zlib";
import { Option } from "effect";
import type { TableRows } from "../../../adapters/postgres/engine/snapshot.ts";
import { CommandFailed } from "../account/command_failure.ts";
import { ownCommand } from "../../wiring/own_command.ts";
import {
  type BackupEnd,
  type BackupHeader,
  isRow,
  LINE_BYTES_MAX,
  parseEnd,
  parseHeader,
  parseTable,
  VERSION,
} from "./backup_format.ts";
import { type OpenedBackup, openFile } from "./open_backup.ts";

/** A backup whose end was reached and fits the rest. */
export interface CheckedBackup {
  readonly header: BackupHeader;
  readonly rowCount: number;
  /** Reads the rows. Ends with an error if the file is no longer what was checked. */
  readonly rows: () => AsyncIterable<TableRows>;
}

/** Rows are handed on in batches of at most so many, and about so many characters. */
const BATCH_ROWS = 500;
const BATCH_CHARS = 1024 * 1024;

/** What a backup is read from. */
type Source = Pick<OpenedBackup, "name" | "read">;

/** Reads a file, or what was opened, to its end, and fails if it is not a whole backup. */
export async function checkBackup(file: string | Source): Promise<CheckedBackup> {
  const source = typeof file === "string" ? openFile(file) : file;
  let header: BackupHeader | undefined;
  let end: BackupEnd | undefined;
  for await (const part of partsOf(source)) {
    if (part.kind === "header") header = part.header;
    if (part.kind === "end") end = part.end;
  }
  if (header === undefined || end === undefined) throw damaged(source.name);
  const { rowCount, sha256 } = end;
  return { header, rowCount, rows: () => rowsOf(source, sha256) };
}

type Part =
  | { readonly kind: "header"; readonly header: BackupHeader }
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "end"; readonly end: BackupEnd };

/** Yields the parts; the last one is the end, checked against what was read. */
async function* partsOf(source: Source): AsyncGenerator<Part> {
  const { name: path } = source;
  const digest = new Bun.CryptoHasher("sha256");
  let isFirst = true;
  let rowCount = 0;
  let end: BackupEnd | undefined;
  for await (const bytes of linesOf(source)) {
    if (end !== undefined) throw damaged(path);
    const text = bytes.toString();
    if (isFirst) {
      isFirst = false;
      yield { kind: "header", header: headerOf(path, text) };
    } else if (text.startsWith("[")) {
      end = Option.getOrUndefined(Option.map(parseEnd(text), ([, rowCount, sha256]) => ({
        rowCount,
        sha256,
      })));
      if (end?.sha256 !== digest.digest("hex") || end.rowCount !== rowCount) throw damaged(path);
      continue;
    } else {
      if (isRow(text)) rowCount++;
      yield { kind: "line", text };
    }
    digest.update(bytes).update("\n");
  }
  if (end === undefined) throw isFirst ? foreign(path) : damaged(path);
  yield { kind: "end", end };
}

async function* rowsOf(source: Source, sha256: string): AsyncGenerator<TableRows> {
  const { name: path } = source;
  let table = "";
  let rows: Array<string> = [];
  let chars = 0;
  for await (const part of partsOf(source)) {
    if (part.kind === "header") continue;
    const isFull = rows.length >= BATCH_ROWS || chars >= BATCH_CHARS;
    if (rows.length > 0 && (isFull || part.kind === "end" || !isRow(part.text))) {
      yield { table, rows };
      [rows, chars] = [[], 0];
    }
    if (part.kind === "end") {
      if (part.end.sha256 !== sha256) throw damaged(path);
    } else if (isRow(part.text)) {
      rows.push(part.text);
      chars += part.text.length;
    } else {
      table = Option.getOrThrowWith(parseTable(part.text), () => damaged(path));
      yield { table, rows: [] };
    }
  }
}

/** Yields lines without their ends. A rest without an end is no line. */
async function* linesOf(source: Source): AsyncGenerator<Buffer> {
  const { name: path } = source;
  const text = new PassThrough();
  const reading = pipeline(source.read(), createGunzip(), text).catch((cause) => {
    text.destroy(cause);
  });
  let rest: Array<Buffer> = [];
  let restBytes = 0;
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      let start = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
        yield Buffer.concat([...rest, chunk.subarray(start, at)]);
        [rest, restBytes] = [[], 0];
        start = at + 1;
      }
      rest.push(chunk.subarray(start));
      restBytes += chunk.length - start;
      if (restBytes > LINE_BYTES_MAX) throw damaged(path);
    }
  } catch (cause) {
    throw cause instanceof CommandFailed ? cause : await failureOf(source, cause);
  } finally {
    text.destroy();
    await reading;
  }
  if (restBytes > 0) throw damaged(path);
}

const NEWLINE = "\n".charCodeAt(0);

function headerOf(path: string, text: string): BackupHeader {
  const header = Option.getOrThrowWith(parseHeader(text), () => foreign(path));
  if (header.version === VERSION) return header;
  throw new CommandFailed({
    error:
      `Cannot read ${path}: it is in format ${header.version}, and this version reads ${VERSION}`,
    hint: "Use the version of Strikeline that wrote it",
  });
}

/** What the decompression and the file system say. */
async function failureOf(source: Source, cause: unknown): Promise<CommandFailed> {
  const { code, message } = cause as { readonly code?: unknown; readonly message?: string };
  if (code === "Z_DATA_ERROR" && message?.includes("header") === true) {
    return await beginsAsBackup(source) ? damaged(source.name) : foreign(source.name);
  }
  if (typeof code === "string" && code.startsWith("Z_")) return damaged(source.name);
  const reason = READ_FAILURES.get(code) ?? String(message ?? cause);
  return new CommandFailed({
    error: `Cannot read ${source.name}: ${reason}`,
    hint: "Name a backup",
  });
}

const READ_FAILURES: ReadonlyMap<unknown, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["EACCES", "this user may not read it"],
  ["EIO", "its disk cannot be read"],
]);

/** What `createGzip` writes before the compressed bytes. */
const GZIP_HEADER = Buffer.of(0x1f, 0x8b, 8, 0);
const GZIP_HEADER_BYTES = 10;
/** Enough for the first line. */
const START_BYTES = 64 * 1024;

/**
 * Whether the header of a backup comes first. The decompression tells of bytes after its end as of
 * a wrong beginning, and gives nothing of a small file before.
 */
async function beginsAsBackup({ read }: Source): Promise<boolean> {
  const chunks: Array<Buffer> = [];
  let byteCount = 0;
  for await (const chunk of read() as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    byteCount += chunk.length;
    if (byteCount >= START_BYTES) break;
  }
  const start = Buffer.concat(chunks).subarray(0, START_BYTES);
  if (!start.subarray(0, GZIP_HEADER.length).equals(GZIP_HEADER)) return false;
  try {
    const finishFlush = constants.Z_SYNC_FLUSH;
    const text = inflateRawSync(start.subarray(GZIP_HEADER_BYTES), { finishFlush });
    return Option.isSome(parseHeader(text.subarray(0, text.indexOf(NEWLINE)).toString()));
  } catch {
    return false;
  }
}

function foreign(path: string): CommandFailed {
  return new CommandFailed({
    error: `Cannot read ${path}: it is not a backup of Strikeline`,
    hint: `Name a file that was written by: ${ownCommand("backup FILE")}`,
  });
}

function damaged(path: string): CommandFailed {
  return new CommandFailed({
    error: `Cannot read ${path}: it is cut or was changed`,
    hint: "Use another copy of it, or another backup",
  });
}
