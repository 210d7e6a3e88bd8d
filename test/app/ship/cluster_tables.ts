/** Whether a cluster that a build carries has tables. @module */
import { gunzipSync } from "node:zlib";
import { PREPARED_SCHEMA } from "../../../adapters/postgres/engine/prepared_tables.ts";

/** Looks for the schema of prepared tables in a `.tgz`. */
export async function hasTables(file: string): Promise<boolean> {
  return gunzipSync(await Bun.file(file).bytes()).includes(PREPARED_SCHEMA);
}
