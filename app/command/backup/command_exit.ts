/**
 * How `bun run backup` and `bun run restore` end.
 *
 * @module
 */
import { MigrationRefused } from "../../../adapters/postgres/engine/migrate.ts";
import { RowsForeign, StoreOccupied } from "../../../adapters/postgres/store/restore_store.ts";
import { SqlFailed } from "../../../adapters/postgres/engine/sql.ts";
import { troubleOf } from "../../../adapters/postgres/engine/store_trouble.ts";
import {
  firstLineOf,
  StoreUnavailable,
} from "../../../adapters/postgres/engine/store_unavailable.ts";
import { CommandFailed } from "../account/command_failure.ts";

/** Prints a failure in one line, and what to do in another. Returns the exit code. */
export function complainOf(failure: unknown): number {
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
