/**
 * Takes the bundled console along in a build of the service: a built program has no bundler.
 *
 * @module
 */
import type { BunPlugin } from "bun";
import { bundleConsole } from "../wiring/console_files.ts";

/** The module that bundles the console while the service runs. */
const BUNDLING = /[\\/]app[\\/]wiring[\\/]console_files\.ts$/;

/** Puts the bundle in the place of the module that makes it. */
export const consoleBundle: BunPlugin = {
  name: "console bundle",
  setup: async (build) => {
    // Before the build begins: within it, the bundler would wait for itself.
    const bundle = JSON.stringify(await bundleConsole());
    build.onLoad({ filter: BUNDLING }, () => ({
      contents: `export const bundleConsole = () => Promise.resolve(${bundle});`,
      loader: "js",
    }));
  },
};

/** The files that the console is made of: packages among them have licences to pass on. */
export async function consoleSources(): Promise<ReadonlyArray<string>> {
  return (await bundleConsole()).sources;
}
