/**
 * Whether a world is stored: commands that only read must not make a store where there is none.
 *
 * @module
 */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Effect, Option } from "effect";
import { appliedMigrations } from "../../adapters/postgres/engine/migrate.ts";
import { Sql } from "../../adapters/postgres/engine/sql.ts";
import { troubleOf } from "../../adapters/postgres/engine/store_trouble.ts";
import { firstLineOf, StoreUnavailable } from "../../adapters/postgres/engine/store_unavailable.ts";
import type { StorageSettings } from "../settings/storage_settings.ts";
import { layerUnpreparedStore } from "../wiring/unprepared_store.ts";
import { schemaOf, type WorldStore } from "../wiring/world_folder.ts";

type Storage = Pick<StorageSettings, "databaseUrl">;

/** Whether a world has a store. Rejects with {@linkcode StoreUnavailable} if none can be read. */
export async function isStored(storage: Storage, store: WorldStore): Promise<boolean> {
  if (Option.isNone(storage.databaseUrl)) return isStoredIn(store.folder);
  const applied = Sql.use((sql) => appliedMigrations(sql, sql.schema));
  const layer = layerUnpreparedStore(storage, store);
  return (await Effect.runPromise(Effect.provide(applied, layer))).length > 0;
}

/** Whether a folder has an embedded store. */
export function isStoredIn(folder: string): boolean {
  try {
    return statSync(`${folder}/store`, { throwIfNoEntry: false }) !== undefined;
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown };
    if (code === "ENOTDIR") return false;
    // A folder of another user may have one.
    const reason = code === "EACCES" ? FOREIGN : troubleOf(cause) ?? firstLineOf(cause);
    const detail = `cannot look into ${folder}: ${reason}`;
    throw new StoreUnavailable({ detail, cause });
  }
}

const FOREIGN = "this user may not; run the command as the user of the service, or set DATA_DIR " +
  "to another folder";

/** Returns where a world is stored, for an operator to see whether that was meant. */
export function placeOf({ databaseUrl }: Storage, { world, folder }: WorldStore): string {
  return Option.isNone(databaseUrl)
    ? resolve(folder)
    : `the schema ${schemaOf(world)} of the database at DATABASE_URL`;
}
