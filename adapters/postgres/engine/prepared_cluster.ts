/**
 * Makes what builds take along: a database cluster whose tables exist already.
 *
 * @module
 */
import { PGlite } from "@electric-sql/pglite";
import { Effect, Layer } from "effect";
import { layerMigrated } from "./migrate.ts";
import { pgliteFiles } from "./pglite_files.ts";
import { PREPARED_SCHEMA } from "./prepared_tables.ts";
import { layerSqlEmbedded } from "./sql_embedded.ts";

/** Makes a cluster with the tables of this version, as a `.tgz`. `folder` is an empty one. */
export async function makePreparedCluster(folder: string): Promise<Blob> {
  const store = layerMigrated(layerSqlEmbedded({ dataDir: folder, schema: PREPARED_SCHEMA }));
  await Effect.runPromise(Effect.scoped(Layer.build(store)));
  const opened = new PGlite(`${folder}/store`, await pgliteFiles());
  // What was written is in the tables' files, and nothing is left to be read again.
  await opened.exec("checkpoint");
  const archive = await opened.dumpDataDir("gzip");
  await opened.close();
  return archive;
}
