/**
 * The licences of what is bundled, which whoever passes it on has to pass on as well.
 *
 * @module
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";

const ROOT = new URL("../../", import.meta.url).pathname;

/** The folder of the package that a bundled file belongs to. */
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

const LICENCE = /^(licen[cs]e|notice|copying|unlicense)/i;

/** Returns name, version, licence and its text for each package of the bundle's files. */
export async function licenceText(files: ReadonlyArray<string>): Promise<string> {
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[1] ?? []));
  const texts = await Promise.all([...folders].toSorted().map(licenceOf));
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

async function licenceOf(folder: string): Promise<string> {
  const { name, version, license } = await Bun.file(join(ROOT, folder, "package.json")).json();
  const names = (await readdir(join(ROOT, folder))).filter((file) => LICENCE.test(file)).toSorted();
  const texts = await Promise.all(names.map((file) => Bun.file(join(ROOT, folder, file)).text()));
  return [`${name} ${version}: ${license}\n`, ...texts].join("\n");
}
