/**
 * `bun run backup FILE`: writes everything that is stored into one file.
 *
 * @module
 */
import { statSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { Clock, Effect, Option } from "effect";
import { isDeadMark, ownProcessMark } from "../../adapters/postgres/engine/process_mark.ts";
import { type Snapshot, useSnapshot } from "../../adapters/postgres/engine/snapshot.ts";
import { CommandFailed } from "./account/command_failure.ts";
import { checkTarget, STANDARD } from "./backup/backup_target.ts";
import { chooseStore, type ChosenStore, runFileCommand } from "./backup/file_command.ts";
import { printBackup, writeBackup } from "./backup/write_backup.ts";
import { runInterruptible, untilSettled } from "./interruptible.ts";
import { callOperation } from "../operator/call_operation.ts";
import { COPY_OPERATION, READ_OPERATION } from "../operator/backup_operations.ts";
import { isAnswered, operatorSocketPath } from "../operator/operator_socket.ts";
import { layerUnpreparedStore } from "../wiring/unprepared_store.ts";
import { isStoredIn } from "./stored_world.ts";
import { ownCommand, usageLine } from "../wiring/own_command.ts";

const USAGE = `${usageLine("backup FILE [--replace] [--sandbox | --live]")}
Writes everything that is stored, at one moment, into one file: gzip, readable by its owner only.
FILE may be -, for standard output; messages then go to standard error.
It works while the service runs, and restores into either kind of storage, by \`restore FILE\`.
Secrets of wallets stay sealed; keep WALLET_KEY apart from the file.
  --replace   replaces FILE if it exists`;

/** Writes the file, and returns the exit code. */
export function main(args: ReadonlyArray<string>): Promise<number> {
  return runFileCommand(args, {
    usage: USAGE,
    work: async ({ path, isReplacing, world }) => {
      if (path === STANDARD) refuseTerminal();
      else await checkTarget(path, isReplacing);
      const chosen = await chooseStore(world);
      const { rowCount, tableCount } = await runInterruptible(backup(chosen, path));
      const wrote = `Wrote ${rowCount} rows of ${tableCount} tables to`;
      if (path === STANDARD) console.error(`${wrote} ${STANDARD_OUTPUT}`);
      else console.log(`${wrote} ${path}, ${Math.ceil(statSync(path).size / 1024)} KiB`);
    },
  });
}

const STANDARD_OUTPUT = "standard output";

function refuseTerminal(): void {
  if (!process.stdout.isTTY) return;
  throw new CommandFailed({
    error: "Cannot write a backup to a terminal: it is not text",
    hint: `Send it to a file: ${ownCommand("backup - > FILE")}`,
  });
}

/** Writes a snapshot of the store, or what a service that has it open makes of it. */
const backup = Effect.fnUntraced(function* ({ storage, store }: ChosenStore, path: string) {
  const at = new Date(yield* Clock.currentTimeMillis).toISOString();
  const write = ({ migrations, rows }: Snapshot) =>
    migrations.length === 0 ? Effect.fail(nothingStored(store.world)) : untilSettled((signal) => {
      const content = { header: { world: store.world, at, migrations }, rows, signal };
      return path === STANDARD
        ? printBackup({ name: STANDARD_OUTPUT, stream: process.stdout }, content)
        : writeBackup(path, content);
    });
  const resting = Option.isSome(storage.databaseUrl)
    ? store.folder
    : yield* restingStore(store.folder);
  if (typeof resting !== "string") return yield* write(resting);
  const layer = layerUnpreparedStore(storage, { ...store, folder: resting });
  return yield* Effect.provide(useSnapshot(write), layer);
}, Effect.scoped);

function nothingStored(world: string): CommandFailed {
  return new CommandFailed({
    error: `Cannot back up: nothing is stored of ${world}`,
    hint: "Give the command the DATA_DIR or DATABASE_URL of the service; --sandbox names its world",
  });
}

/**
 * Returns a folder whose store no other process has open: its own, or that of a copy. Or what a
 * service has read of its store, where that is little.
 */
const restingStore = Effect.fnUntraced(function* (folder: string) {
  const socket = operatorSocketPath(folder);
  if (!(yield* Effect.promise(() => isAnswered(socket)))) {
    if (isStoredIn(folder)) return folder;
    return yield* Effect.fail(nothingStored(folder));
  }
  yield* Effect.promise(() => removeCopies(folder));
  const send = (request: Request) => fetch(request, { unix: socket });
  const read = yield* untilSettled(() => callOperation(send, READ_OPERATION, {}));
  if (!read.ok) return yield* Effect.fail(new CommandFailed(read));
  if (read.result !== null) {
    const { migrations, tables } = read.result;
    return { migrations, rows: Readable.from(tables) } satisfies Snapshot;
  }
  const name = `backup_${yield* Effect.promise(ownProcessMark)}`;
  const copy = `${folder}/${name}`;
  yield* Effect.addFinalizer(() =>
    Effect.promise(() => rm(copy, { recursive: true, force: true }))
  );
  // The service copies on after an interruption: the copy can be removed once it is done.
  const reply = yield* untilSettled(() => callOperation(send, COPY_OPERATION, { name }));
  return reply.ok ? copy : yield* Effect.fail(new CommandFailed(reply));
});

/** Removes the copies of backups that were killed. */
async function removeCopies(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, mark = ""] = /^backup_(.+)$/.exec(name) ?? [];
    if (await isDeadMark(mark)) await rm(`${folder}/${name}`, { recursive: true, force: true });
  }
}
