/**
 * Opens a backup to be read twice: once to check all of it, and once for its rows.
 *
 * @module
 */
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  openSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandFailed } from "../account/command_failure.ts";
import { ownCommand } from "../../wiring/own_command.ts";
import { STANDARD, writeTrouble } from "./backup_target.ts";

/** A backup that can be read from its beginning more than once. */
export interface OpenedBackup {
  /** How messages name it. */
  readonly name: string;
  readonly read: () => Readable;
  readonly close: () => void;
}

/** Owner only: it has everything that the store has. */
const FILE_MODE = 0o600;

/**
 * Opens a file, a pipe, or `-` for standard input. What can be read only once is kept beside the
 * store meanwhile, in a file without a name, which ends with the process however that ends: a
 * restore begins after the last byte was checked. Throws {@linkcode CommandFailed} for a folder.
 */
export async function openBackup(
  path: string,
  { folder, stdin }: { readonly folder: string; readonly stdin: Readable & { isTTY?: boolean } },
): Promise<OpenedBackup> {
  if (path === STANDARD) {
    if (stdin.isTTY === true) throw terminal();
    return await kept({ name: "standard input", input: stdin, folder });
  }
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) {
    throw new CommandFailed({
      error: `Cannot read ${path}: it is a folder`,
      hint: "Name the backup in it",
    });
  }
  if (found === undefined || found.isFile()) return openFile(path);
  return await kept({ name: path, input: createReadStream(path), folder });
}

/** Opens a regular file. */
export function openFile(path: string): OpenedBackup {
  return { name: path, read: () => createReadStream(path), close: () => {} };
}

function terminal(): CommandFailed {
  return new CommandFailed({
    error: "Cannot read a backup from a terminal: it is not text",
    hint: `Send it from a file: ${ownCommand("restore - < FILE")}`,
  });
}

/** Not cut: a container gives its command nothing unless it is told to. */
function empty(name: string): CommandFailed {
  return new CommandFailed({
    error: `Cannot read ${name}: it is empty`,
    hint: "Send a backup to it; docker compose exec passes it on with -T",
  });
}

async function kept(
  { name, input, folder }: {
    readonly name: string;
    readonly input: Readable;
    readonly folder: string;
  },
): Promise<OpenedBackup> {
  // Not the system's temporary folder, which often is memory: a backup may be larger.
  const path = `${existingFolder(folder)}/restore.${crypto.randomUUID()}.unfinished`;
  const opened: Array<number> = [];
  const close = () => opened.forEach((fd) => closeSync(fd));
  try {
    const fd = openSync(path, "wx+", FILE_MODE);
    opened.push(fd);
    rmSync(path);
    await pipeline(input, createWriteStream("", { fd, autoClose: false }));
    if (fstatSync(fd).size === 0) throw empty(name);
    return { name, read: () => createReadStream("", { fd, start: 0, autoClose: false }), close };
  } catch (cause) {
    close();
    if (cause instanceof CommandFailed) throw cause;
    const [reason] = writeTrouble(path, cause);
    throw new CommandFailed({
      error: `Cannot keep a copy of ${name} in ${dirname(path)}: ${reason}`,
      hint: "Name a regular file, which needs no copy",
    });
  }
}

/** The folder, or the first one above it that exists: a refused restore creates none. */
function existingFolder(folder: string): string {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder || dirname(folder) === folder ? folder : existingFolder(dirname(folder));
}
