/**
 * `bun run restore FILE`: replaces what is stored by what a backup has.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { restoreStore } from "../../adapters/postgres/store/restore_store.ts";
import { StoreUnavailable } from "../../adapters/postgres/engine/store_unavailable.ts";
import { CommandFailed } from "./account/command_failure.ts";
import { chooseStore, type ChosenStore, runFileCommand } from "./backup/file_command.ts";
import { openBackup, type OpenedBackup } from "./backup/open_backup.ts";
import { checkBackup } from "./backup/read_backup.ts";
import { runInterruptible } from "./interruptible.ts";
import { isAnswered, operatorSocketPath } from "../operator/operator_socket.ts";
import { layerUnpreparedStore } from "../wiring/unprepared_store.ts";
import { makeWorldFolder } from "../wiring/world_folder.ts";
import { usageLine } from "../wiring/own_command.ts";

const USAGE = `${usageLine("restore FILE [--replace] [--sandbox | --live]")}
Restores a backup into an empty store of either kind, all or nothing, and migrates it to this
version. No service may run on the store meanwhile. FILE may be -, for standard input.
  --replace   deletes what the store has`;

/** Restores the file, and returns the exit code. */
export function main(args: ReadonlyArray<string>): Promise<number> {
  return runFileCommand(args, {
    usage: USAGE,
    work: async ({ path, isReplacing, world }) => {
      const chosen = await chooseStore(world);
      const opened = await openBackup(path, { folder: chosen.store.folder, stdin: process.stdin });
      try {
        console.log(await restore(opened, { chosen, isReplacing }));
      } finally {
        opened.close();
      }
    },
  });
}

/** Restores a backup, and returns what to print. */
async function restore(
  opened: OpenedBackup,
  { chosen: { storage, store }, isReplacing }: {
    readonly chosen: ChosenStore;
    readonly isReplacing: boolean;
  },
): Promise<string> {
  const { header, rowCount, rows } = await checkBackup(opened);
  if (header.world !== store.world) {
    const { name } = opened;
    throw new CommandFailed({
      error: `Cannot restore ${name}: it is of ${header.world}, and the store is of ${store.world}`,
      hint: "Add --live, or --sandbox and the backup's seed as SANDBOX_SEED",
    });
  }
  if (Option.isNone(storage.databaseUrl)) {
    await refuseRunning(store.folder);
    makeWorldFolder(store.folder);
  }
  const restoring = restoreStore({ migrations: header.migrations, rows: rows(), isReplacing });
  await runInterruptible(Effect.provide(restoring, layerUnpreparedStore(storage, store)));
  return `Restored ${rowCount} rows of ${header.at}`;
}

async function refuseRunning(folder: string): Promise<void> {
  if (!await isAnswered(operatorSocketPath(folder))) return;
  const detail = `a service is running on ${folder}; stop it, then restore`;
  throw new StoreUnavailable({ detail, cause: null });
}
