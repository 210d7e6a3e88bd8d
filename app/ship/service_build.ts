/**
 * How the service is bundled, for the binary and for the package of npm.
 *
 * @module
 */
import { dirname } from "node:path";
import process from "node:process";
import type { BunPlugin } from "bun";
import { consoleBundle } from "./console_bundle.ts";
import { preparedClusterFile } from "./prepared_cluster.ts";

const ENTRY = new URL("../strikeline.ts", import.meta.url).pathname;

/** The module of tiny-secp256k1 that says where its program is: beside its sources. */
const SECP256K1_PATH = /[\\/]tiny-secp256k1[\\/]lib[\\/]wasm_path\.js$/;

/** Takes the program along, as a bundle has nothing beside it. */
const secp256k1File: BunPlugin = {
  name: "secp256k1 file",
  setup: (build) => {
    build.onLoad({ filter: SECP256K1_PATH }, () => ({
      contents: `
        import file from "./secp256k1.wasm" with { type: "file" };
        export function path() {
          return file;
        }
      `,
      loader: "js",
    }));
  },
};

/** The commit to name, where there is neither git nor a `COMMIT` set: an archive of the sources. */
const UNKNOWN_COMMIT = "of no known commit";

/** The commit of the sources. A build inside of an image is told it. */
function commitOfSources(): string {
  const told = process.env["COMMIT"] ?? "";
  if (told !== "") return told;
  // Starting a program that is not there throws, and the image that builds has no git.
  if (Bun.which("git") === null) return UNKNOWN_COMMIT;
  const { success, stdout } = Bun.spawnSync(["git", "rev-parse", "--short=12", "HEAD"], {
    cwd: dirname(ENTRY),
    stderr: "ignore",
  });
  return success ? stdout.toString().trim() : UNKNOWN_COMMIT;
}

/** What all builds of the command line have in common. Traces stay readable. */
export const serviceBuild = {
  entrypoints: [ENTRY],
  target: "bun",
  format: "esm",
  minify: { syntax: true, whitespace: false, identifiers: false },
  // The first that takes a file has it.
  plugins: [consoleBundle, preparedClusterFile, secp256k1File],
  define: { STRIKELINE_COMMIT: JSON.stringify(commitOfSources()) },
  // It names the bundled files, and so the packages whose licences go with them.
  metafile: true,
} as const satisfies Omit<Bun.BuildConfig, "compile">;
