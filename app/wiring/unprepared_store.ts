/**
 * A store without what the service makes of it: all that commands need which read or replace it.
 *
 * @module
 */
import { type Layer, Option } from "effect";
import type { Sql } from "../../adapters/postgres/engine/sql.ts";
import { layerSqlEmbedded } from "../../adapters/postgres/engine/sql_embedded.ts";
import { layerSqlServer } from "../../adapters/postgres/engine/sql_server.ts";
import type { StoreUnavailable } from "../../adapters/postgres/engine/store_unavailable.ts";
import type { StorageSettings } from "../settings/storage_settings.ts";
import { schemaOf, type WorldStore } from "./world_folder.ts";

/** Enough for all routes together; a server allows 100 connections in total by default. */
const CONNECTIONS_MAX = 10;

/** Provides a store as it is, to read it as a whole or to replace it. */
export function layerUnpreparedStore(
  { databaseUrl }: Pick<StorageSettings, "databaseUrl">,
  { world, folder }: WorldStore,
): Layer.Layer<Sql, StoreUnavailable> {
  const schema = schemaOf(world);
  return Option.match(databaseUrl, {
    onNone: () => layerSqlEmbedded({ dataDir: folder, schema }),
    onSome: (url) => layerSqlServer({ url, schema, connectionsMax: CONNECTIONS_MAX }),
  });
}
