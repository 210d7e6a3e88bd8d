/**
 * Troubles of a store that an operator can end: what they are, and what to do.
 *
 * @module
 */
import { statfsSync } from "node:fs";

/** A trouble in one line: what is wrong, and what to do about it. */
const SENTENCE = {
  disk_full: "its disk is full; free space on it",
  read_only: "it is read-only (a standby, or default_transaction_read_only is on); set " +
    "DATABASE_URL to the primary server, or make this one writable",
  disk_broken: "its disk cannot be read or written; check the disk and the machine's log",
} as const;

/** A trouble by the code of PostgreSQL or of the system that reports it. */
const SENTENCE_BY_CODE: ReadonlyMap<unknown, string> = new Map([
  ["53100", SENTENCE.disk_full],
  ["ENOSPC", SENTENCE.disk_full],
  ["EDQUOT", SENTENCE.disk_full],
  ["25006", SENTENCE.read_only],
  ["58030", SENTENCE.disk_broken],
  ["EIO", SENTENCE.disk_broken],
  ["EROFS", "its file system is read-only; make it writable, or set DATA_DIR to another folder"],
  ["EACCES", "this user may not write to it; grant that, or set DATA_DIR to another folder"],
  ["ENOTDIR", "a part of its path is a file; set DATA_DIR to a folder"],
  ["EPERM", "this user may not write to it; grant that, or set DATA_DIR to another folder"],
]);

/** The codes after which a store may answer what it reads, and lose what is written. */
const UNWRITABLE_CODES: ReadonlySet<unknown> = new Set(["53100", "58030", "25006"]);

/** Less than this is a full disk for an embedded store, which writes 16 MiB at a time. */
const FREE_BYTES_MIN = 16 * 1024 * 1024;

/** The store answers, but nothing can be written to it. */
export class StoreUnwritable extends Error {}

/** Returns the trouble behind a driver's error in one line; undefined for any other error. */
export function troubleOf(cause: unknown): string | undefined {
  return SENTENCE_BY_CODE.get(codeOf(cause));
}

/** Whether an error means that the store answers, and other writes will fail as well. */
export function isUnwritable(cause: unknown): boolean {
  return cause instanceof StoreUnwritable || UNWRITABLE_CODES.has(codeOf(cause));
}

/** Returns the sentence for a disk that is full, or undefined where there is space. */
export function fullDiskAt(folder: string): string | undefined {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < FREE_BYTES_MIN ? SENTENCE.disk_full : undefined;
}

/** The error of a store whose session is read-only. */
export function readOnlyStore(): StoreUnwritable {
  return new StoreUnwritable(SENTENCE.read_only);
}

function codeOf(cause: unknown): unknown {
  return (cause as { readonly code?: unknown } | null | undefined)?.code;
}
