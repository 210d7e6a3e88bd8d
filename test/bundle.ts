/**
 * The whole command line in one file with its byte code, as it takes a tenth of the time to load.
 *
 * Assets are read from where the sources are.
 *
 * @module
 */
import type { BunPlugin } from "bun";

const ENTRY = new URL("../app/strikeline.ts", import.meta.url).pathname;

/** Byte code is made of scripts alone, which know no `import.meta`. */
const withoutImportMeta: BunPlugin = {
  name: "without import.meta",
  setup: (build) => {
    build.onLoad({ filter: /effect\/dist\/ConfigProvider\.js$/ }, async ({ path }) => ({
      contents: (await Bun.file(path).text()).replaceAll("import.meta?.env", "process.env"),
      loader: "js",
    }));
  },
};

/** Writes it into a folder, and returns its path. */
export async function makeBundle(folder: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [ENTRY],
    outdir: folder,
    target: "bun",
    format: "cjs",
    bytecode: true,
    plugins: [withoutImportMeta],
  });
  const [file] = outputs.filter(({ kind }) => kind === "entry-point");
  if (file === undefined) throw new Error("Cannot bundle the command line");
  return file.path;
}
