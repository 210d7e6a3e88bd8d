/** Packs a package and installs it with npm in a folder of its own, without a registry. @module */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { packFolder } from "../../../app/ship/package.ts";
import { makeProgramFolder } from "../../app/ship/program_folder.ts";
import { withReason } from "../../skip_reason.ts";
import { tell } from "../tell.ts";

/** The path of npm, or nothing where it is not installed. */
export const npm = Bun.which("npm");
/** The path of Node. */
export const node = Bun.which("node") ?? "node";

/** Why trials of packages are skipped here, if they are. */
export const npmSkip = npm === null ? "skipped: there is no npm here" : undefined;

/** The title of a trial of packages. */
export const titled = (title: string) => withReason(title, npmSkip);

/** Nothing of the launcher that has started the trial: the package would take it for its own. */
const OWN = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|STRIKELINE_)/.test(name)),
);

/** Installs what `make` writes into a folder as a package of that name. */
export async function installPackage(name: string, make: (folder: string) => Promise<unknown>) {
  const folder = makeProgramFolder();
  const [made, home] = [join(folder, "made"), join(folder, "home")];
  /** Runs a command of the folder in which the package is installed. */
  const run = async (
    command: ReadonlyArray<string>,
    env: Readonly<Record<string, string>> = {},
  ) => {
    const child = Bun.spawn([...command], {
      cwd: home,
      env: { ...OWN, NO_COLOR: "1", NODE_NO_WARNINGS: "1", ...env },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [printed, logged] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code: await child.exited, printed, logged };
  };
  const installed = { folder, home, run, path: join(home, "node_modules", name) };
  if (npm === null) return { ...installed, packed: "", files: new Set<string>() };
  await make(made);
  await Bun.write(join(home, "package.json"), '{ "private": true, "type": "module" }\n');
  const packed = await packFolder(made, folder);
  // It needs nothing, so no registry either.
  const { code, logged } = await run([npm, "install", "--offline", "--no-audit", packed]);
  if (code !== 0) throw new Error(`Cannot install the package: ${logged}`);
  tell({ done: "packages", count: 1 });
  const files = readdirSync(installed.path, { recursive: true }).map(String);
  return { ...installed, packed, files: new Set(files) };
}
