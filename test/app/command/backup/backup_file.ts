/**
 * Backups as files: what tests write into them, and how reading and writing them is refused.
 *
 * @module
 */
import type { TableRows } from "../../../../adapters/postgres/engine/snapshot.ts";
import { CommandFailed } from "../../../../app/command/account/command_failure.ts";
import { writeBackup } from "../../../../app/command/backup/write_backup.ts";

/** What every backup of a test says of itself. */
export const HEADER = {
  world: "live",
  at: "2026-11-22T15:46:20.000Z",
  migrations: [{ name: "0001_targets.sql", sha256: "00" }],
};

/** Rows in batches. A table without rows is a batch too. */
export async function* batchesOf(...batches: ReadonlyArray<TableRows>): AsyncGenerator<TableRows> {
  yield* batches;
}

/** The rows of one table, `t`. */
export const rowsOfTable = (...rows: ReadonlyArray<string>) =>
  batchesOf({ table: "t", rows: [] }, { table: "t", rows });

/** Writes a backup that nothing interrupts. */
export function write(path: string, rows: AsyncIterable<TableRows>) {
  return writeBackup(path, { header: HEADER, rows, signal: new AbortController().signal });
}

/** What the operator reads: the error and its hint. */
export async function refusalOf(doing: Promise<unknown>): Promise<ReadonlyArray<string>> {
  const failure = await doing.then(() => undefined, (cause: unknown) => cause);
  if (!(failure instanceof CommandFailed)) throw new Error(`not refused: ${String(failure)}`);
  return [failure.message, failure.hint];
}
