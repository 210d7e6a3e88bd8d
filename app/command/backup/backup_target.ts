/**
 * Where a backup is written to: what may not be replaced is refused before anything is written.
 *
 * @module
 */
import { type Stats, statSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { dirname } from "node:path";
import { firstLineOf } from "../../../adapters/postgres/engine/store_unavailable.ts";
import { CommandFailed } from "../account/command_failure.ts";

/** The name that stands for standard input and output. */
export const STANDARD = "-";

/** Throws {@linkcode CommandFailed} if a backup cannot become this file. */
export async function checkTarget(path: string, isReplacing: boolean): Promise<void> {
  const found = statOf(path, path);
  if (found?.isDirectory() === true) {
    throw refused(path, "it is a folder", `Name a file in it, such as ${path}/strikeline.backup`);
  }
  if (found !== undefined && !found.isFile()) {
    // A device or a pipe would be replaced by a file of its name.
    throw refused(path, "it is not a regular file", "Name a file, or - for standard output");
  }
  if (found !== undefined) {
    if (isReplacing) return;
    throw refused(path, "it exists", "Name another file, or add --replace");
  }
  const folder = dirname(path);
  const isFolder = statOf(folder, path)?.isDirectory();
  if (isFolder === undefined) {
    throw refused(path, `the folder ${folder} does not exist`, "Make it, or name another folder");
  }
  if (!isFolder) throw refused(path, `${folder} is not a folder`, "Name a file in a folder");
  if (await isLink(path)) {
    throw refused(path, "it is a link to nothing", "Remove the link, or name another file");
  }
}

/** Returns the failure of a command whose file cannot be written. */
export function cannotWrite(path: string, cause: unknown): CommandFailed {
  const [reason, hint] = writeTrouble(path, cause);
  return refused(path, reason, hint);
}

/** Returns why a file cannot be written, and what to do about it. */
export function writeTrouble(
  path: string,
  cause: unknown,
): readonly [reason: string, hint: string] {
  const folder = dirname(path);
  const code = (cause as { readonly code?: unknown } | null)?.code;
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return ["its disk is full", "Free space on it, or name a file on another disk"];
    case "EROFS":
      return ["its file system is read-only", OTHER_FOLDER];
    case "EACCES":
    case "EPERM":
      return [`this user may not write to ${folder}`, OTHER_FOLDER];
    case "ENOENT":
      return [`the folder ${folder} does not exist`, "Make it, or name another folder"];
    case "ENAMETOOLONG":
      return ["its name is too long", "Name a file with a shorter name"];
    case "EPIPE":
      return ["its reader has closed it", "Check the command that reads it"];
    default: {
      const reason = typeof code === "string" ? `the system reports ${code}` : firstLineOf(cause);
      return [reason, "Name another file"];
    }
  }
}

const OTHER_FOLDER = "Name a file in a folder that this user may write to";

function refused(path: string, reason: string, hint: string): CommandFailed {
  return new CommandFailed({ error: `Cannot write ${path}: ${reason}`, hint });
}

/** What a path leads to, and undefined where there is nothing. */
function statOf(path: string, target: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    if ((cause as { readonly code?: unknown }).code === "ENOTDIR") return undefined;
    throw cannotWrite(target, cause);
  }
}

function isLink(path: string): Promise<boolean> {
  return lstat(path).then(() => true, () => false);
}
