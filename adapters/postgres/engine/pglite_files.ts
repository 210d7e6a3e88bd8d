/**
 * The files of PGlite, imported as files so that whatever bundles the service takes them along.
 *
 * The packages themselves look for them beside their sources, which a bundle does not have.
 *
 * @module
 */
import data from "@electric-sql/pglite/pglite.data" with { type: "file" };
import wasm from "@electric-sql/pglite/pglite.wasm" with { type: "file" };
// The package exports only a function that reads it.
import cluster from "../../../node_modules/@electric-sql/pglite-prepopulatedfs/dist/prepopulatedfs.tgz" with {
  type: "file",
};
import type { PGliteOptions } from "@electric-sql/pglite";

/**
 * An initialized database cluster, as a `.tgz`. It is empty where the service runs from its
 * sources; a build puts one with prepared tables there.
 */
export const NEW_CLUSTER: Blob = Bun.file(cluster);

let compiled: Promise<WebAssembly.Module> | undefined;

/** Returns the program and the files that every store needs. The program is compiled once. */
export async function pgliteFiles(): Promise<
  Pick<PGliteOptions, "pgliteWasmModule" | "fsBundle">
> {
  compiled ??= Bun.file(wasm).arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
  return { pgliteWasmModule: await compiled, fsBundle: Bun.file(data) };
}
