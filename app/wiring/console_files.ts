/**
 * The console's pages as a browser loads them: bundled from their sources.
 *
 * A program that is built without its sources has the bundle in place of this module: see
 * `app/ship/console_bundle.ts`.
 *
 * @module
 */
import { basename } from "node:path";
import type { ConsoleBundle, ConsoleFile } from "../../adapters/http/console/console_bundle.ts";

const SOURCES = `${import.meta.dir}/../console`;

/** The parts of the style, in the order in which they apply. */
const STYLES = [
  ...["page", "frame", "part", "cards"],
  ...["board", "market", "games", "wallets", "positions", "tools"],
];

/** Bundles the console. Rejects if its sources are not there or have a fault. */
export async function bundleConsole(): Promise<ConsoleBundle> {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [`${SOURCES}/main.tsx`],
    target: "browser",
    format: "esm",
    splitting: true,
    minify: true,
    naming: "[name]-[hash].[ext]",
    define: { "process.env.NODE_ENV": '"production"' },
    jsx: { runtime: "automatic", importSource: "preact", development: false },
    metafile: true,
  });
  const scripts = await Promise.all(
    outputs.map(async (output): Promise<ConsoleFile> => ({
      name: basename(output.path),
      kind: "script",
      text: await output.text(),
      isEntry: output.kind === "entry-point",
    })),
  );
  const sources = Object.keys(metafile?.inputs ?? {});
  return { files: [...scripts, await bundleStyle()], sources };
}

/**
 * The bundler would rewrite `light-dark()` so that a reader could no longer choose the theme. What
 * is cut holds for this style: no text in quotes has any of it, and a colon that has a space behind
 * it comes after the name of a property.
 */
async function bundleStyle(): Promise<ConsoleFile> {
  const parts = STYLES.map((name) => Bun.file(`${SOURCES}/style/${name}.css`).text());
  const text = (await Promise.all(parts)).join("")
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};,]) ?/g, "$1")
    .replaceAll(": ", ":")
    .replaceAll(";}", "}")
    .replaceAll(/(?<![\w.])0\./g, ".");
  return { name: `style-${Bun.hash(text).toString(36)}.css`, kind: "style", text, isEntry: true };
}
