/**
 * Runs `bun run backup` and `bun run restore`: their arguments, their world, and how they end.
 *
 * @module
 */
import { Effect, Result } from "effect";
import { MigrationRefused } from "../../../adapters/postgres/engine/migrate.ts";
import { RowsForeign, StoreOccupied } from "../../../adapters/postgres/store/restore_store.ts";
import { SqlFailed } from "../../../adapters/postgres/engine/sql.ts";
import { troubleOf } from "../../../adapters/postgres/engine/store_trouble.ts";
import {
  firstLineOf,
  StoreUnavailable,
} from "../../../adapters/postgres/engine/store_unavailable.ts";
import { chooseWorld } from "../account/choose_world.ts";
import { CommandFailed, complain, type Read } from "../account/command_failure.ts";
import { type AskedWorld, askedWorld, readCommandLine } from "../command_line.ts";
import { valueOrExit } from "../../wiring/process.ts";
import { readEnvironment } from "../../settings/setting_reader.ts";
import {
  readSeed,
  readStorageSettings,
  type StorageSettings,
} from "../../settings/storage_settings.ts";
import { worldFolder, type WorldName, type WorldStore } from "../../wiring/world_folder.ts";

/** A file, and whether what is there may be replaced. */
export interface FileCommand {
  readonly path: string;
  readonly isReplacing: boolean;
  readonly world: AskedWorld;
}

/** The store that a command is about. */
export interface ChosenStore {
  readonly storage: StorageSettings;
  readonly store: WorldStore & { readonly world: WorldName };
}

/** Runs `work` as its arguments say, prints what it fails with, and returns the exit code. */
export async function runFileCommand(
  args: ReadonlyArray<string>,
  { usage, work }: {
    readonly usage: string;
    readonly work: (command: FileCommand) => Promise<void>;
  },
): Promise<number> {
  const command = readFileCommand(args);
  if (Result.isFailure(command)) return complainOf(new CommandFailed(command.failure));
  if (command.success === "help") {
    console.log(usage);
    return 0;
  }
  try {
    await work(command.success);
    return 0;
  } catch (failure) {
    return complainOf(failure);
  }
}

/** Parses the arguments; `help` if that was asked for. */
export function readFileCommand(args: ReadonlyArray<string>): Read<FileCommand | "help"> {
  const line = readCommandLine(args, {
    replace: "flag",
    sandbox: "flag",
    live: "flag",
    help: "flag",
  });
  if (Result.isFailure(line)) return complain(`Cannot read the command: ${line.failure}`, SEE_HELP);
  const { words: [path, ...others], options } = line.success;
  if (options["help"] === true) return Result.succeed("help");
  if (path === undefined || path === "") return complain("Cannot run without a file", SEE_HELP);
  if (others.length > 0) return complain(`Cannot use "${others[0]}" after the file`, SEE_HELP);
  if (options["sandbox"] === true && options["live"] === true) {
    return complain("Cannot use both --sandbox and --live", "Leave one of them out");
  }
  const isReplacing = options["replace"] === true;
  return Result.succeed({ path, isReplacing, world: askedWorld(options) });
}

const SEE_HELP = "Add --help to see how it is used";

/** Reads where the world is stored. Exits where a setting is wrong. */
export async function chooseStore(asked: AskedWorld): Promise<ChosenStore> {
  const { seed, storage } = valueOrExit(readEnvironment(
    Bun.env,
    Effect.all({
      seed: readSeed,
      storage: readStorageSettings,
    }),
  ));
  const chosen = await chooseWorld(asked, { dataDir: storage.dataDir, seed });
  if (Result.isFailure(chosen)) throw new CommandFailed(chosen.failure);
  const { world, note } = chosen.success;
  if (note !== null) console.error(note);
  return { storage, store: { world, folder: worldFolder(storage, world) } };
}

/** Prints a failure in one line, and what to do in another. Returns the exit code. */
function complainOf(failure: unknown): number {
  for (const line of linesOf(failure)) console.error(line);
  return 1;
}

function linesOf(failure: unknown): ReadonlyArray<string> {
  if (failure instanceof CommandFailed) return [failure.message, failure.hint];
  if (failure instanceof StoreUnavailable || failure instanceof MigrationRefused) {
    return [failure.message];
  }
  if (failure instanceof RowsForeign) {
    return [failure.message, "The file does not fit its own header; use another backup"];
  }
  if (failure instanceof StoreOccupied) {
    return [
      failure.message,
      failure.by === "process"
        ? "Stop every service and command on it, then restore; one that was killed counts for 6 s"
        : "Restore into an empty store, or add --replace to lose what is in this one",
    ];
  }
  const cause = failure instanceof SqlFailed ? failure.cause : failure;
  const reason = troubleOf(cause) ?? firstLineOf(cause);
  return [`Cannot do this: ${reason}`, "Nothing was changed; it is safe to try again"];
}
