/**
 * `bun run package`: writes the packages of npm, as files to install: the service, and its client.
 *
 * The service is in one file beside what it sends and stores, so that whoever installs it installs
 * nothing else.
 *
 * @module
 */
import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import type { BunPlugin } from "bun";
import manifest from "../../package.json" with { type: "json" };
import { explainUsage } from "../command/command_line.ts";
import { makeClientPackage } from "./client_package.ts";
import { consoleSources } from "./console_bundle.ts";
import { licenceText } from "./licence_text.ts";
import { CLUSTER_FILE, preparedCluster } from "./prepared_cluster.ts";
import { serviceBuild } from "./service_build.ts";
import { shellWord, usageLine } from "../wiring/own_command.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

const USAGE = `${usageLine("package")}
Writes the service and its client as packages of npm: dist/npm and dist/npm-client, and each of them
as one file that npm install takes.`;

/** Documents that the package has as they are, at the same paths, so that links work. */
const DOCUMENTS = [
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "LICENSE",
  ".env.example",
];
const GUIDES = "adapters/http/document/guide";

/** The package's own first page: it has neither the sources nor their commands. */
const README = "app/ship/npm_readme.md";

/** Files that are imported as such. */
const ASSETS = /(\.(wasm|data|tgz|ico|svg|css)|swagger-ui-bundle\.js)$/;

/** Writes the service's package into a folder, which is emptied first. */
export async function makePackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await bundleService(join(folder, "service"));
  const guides = (await readdir(join(ROOT, GUIDES))).filter((file) => file.endsWith(".md"));
  const files = [
    "bin/strikeline.js",
    "bin/config.toml",
    ...DOCUMENTS,
    ...guides.map((file) => `${GUIDES}/${file}`),
  ];
  for (const file of files) await copyInto(folder, file);
  await copyFile(join(ROOT, README), join(folder, "README.md"));
  await Bun.write(join(folder, "package.json"), `${JSON.stringify(published(), null, 2)}\n`);
}

/** The manifest without what only this repository needs: all is bundled. */
function published() {
  const {
    private: _,
    "//": _1,
    scripts: _2,
    dependencies: _3,
    devDependencies: _4,
    overrides: _5,
    ...kept
  } = manifest;
  return kept;
}

async function copyInto(folder: string, file: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await copyFile(join(ROOT, file), join(folder, file));
}

async function bundleService(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { metafile } = await Bun.build({
    ...serviceBuild,
    plugins: [assetsBeside(folder), ...serviceBuild.plugins],
    outdir: folder,
  });
  // Over the empty one, which was copied with the other files.
  await Bun.write(join(folder, CLUSTER_FILE), await preparedCluster());
  await Bun.write(
    join(folder, "LICENSES.txt"),
    await licenceText([...Object.keys(metafile?.inputs ?? {}), ...await consoleSources()]),
  );
}

/** Copies files that are imported as such; their paths are found from where the bundle is. */
function assetsBeside(folder: string): BunPlugin {
  return {
    name: "assets beside",
    setup: (build) => {
      build.onLoad({ filter: ASSETS }, async ({ path }) => {
        const name = basename(path);
        await copyFile(path, join(folder, name));
        const url = `new URL(${JSON.stringify(`./${name}`)}, import.meta.url)`;
        return { contents: `export default Bun.fileURLToPath(${url});`, loader: "js" };
      });
    },
  };
}

/** Packs the folder of a package into a file of another folder, and returns its path. */
export async function packFolder(folder: string, destination: string): Promise<string> {
  const packing = Bun.spawn(
    [process.execPath, "pm", "pack", "--quiet", "--destination", destination],
    { cwd: folder, stdout: "pipe", stderr: "inherit" },
  );
  const path = (await new Response(packing.stdout).text()).trim();
  if (await packing.exited !== 0) throw new Error(`Cannot pack ${folder}`);
  return path;
}

async function main([word]: ReadonlyArray<string>): Promise<number> {
  if (word !== undefined) return explainUsage(word, USAGE);
  await makePackage(join(ROOT, "dist/npm"));
  await makeClientPackage(join(ROOT, "dist/npm-client"));
  for (const folder of ["dist/npm", "dist/npm-client"]) {
    const file = await packFolder(join(ROOT, folder), join(ROOT, "dist"));
    console.log(`npm install ${shellWord(file)}   # in a folder of your own`);
  }
  console.log("Neither is published: package.json says what to register first");
  return 0;
}

if (import.meta.main) process.exit(await main(Bun.argv.slice(2)));
