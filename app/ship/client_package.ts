/**
 * Writes the folder of the TypeScript client that is published to npm: plain JavaScript with its
 * types, and no dependency.
 *
 * @module
 */
import { copyFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const ROOT = new URL("../../", import.meta.url).pathname;
const SOURCES = "app/client/typescript";

/** What is published as it is, from the root, with its name in the package. */
const DOCUMENTS: ReadonlyArray<readonly [path: string, name: string]> = [
  [`${SOURCES}/package.json`, "package.json"],
  [`${SOURCES}/README.md`, "README.md"],
  ["LICENSE", "LICENSE"],
];

/** Writes the package into a folder, which is emptied first. */
export async function makeClientPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await compile(folder);
  for (const [path, name] of DOCUMENTS) await copyFile(join(ROOT, path), join(folder, name));
}

/** Types name the files they import as sources do, which only the compiler's own output has. */
async function compile(folder: string): Promise<void> {
  const compiler = Bun.spawn(
    ["node_modules/.bin/tsc", "-p", "app/ship/client.tsconfig.json", "--outDir", folder],
    { cwd: ROOT, stdout: "pipe", stderr: "inherit" },
  );
  const complaint = await new Response(compiler.stdout).text();
  if (await compiler.exited !== 0) throw new Error(`Cannot compile the client: ${complaint}`);
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => name.endsWith(".d.ts"))) {
    const types = await Bun.file(join(folder, file)).text();
    await Bun.write(join(folder, file), types.replaceAll(/(from "\.[^"]+)\.ts"/g, '$1.js"'));
  }
}
