/** The package of the Python client, installed by pip. @module */
import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { withReason } from "../../skip_reason.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { tell } from "../tell.ts";
import { findPython, PACKAGE_FOLDER } from "../../app/client/python/python_interpreter.ts";

const python = findPython()?.path;

function run(args: ReadonlyArray<string>, cwd: string): string {
  const { PATH = "", HOME = "" } = Bun.env;
  // Python may keep byte code wherever it wants to.
  const env = { PATH, HOME, PIP_DISABLE_PIP_VERSION_CHECK: "1" };
  const { status, stdout, stderr } = spawnSync(python ?? "", args, { encoding: "utf8", cwd, env });
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout.trim();
}

function skipReason(): string | undefined {
  if (python === undefined) return "skipped: there is no Python 3.11 to 3.13 here";
  const { status } = spawnSync(python, ["-m", "pip", "--version"]);
  return status === 0 ? undefined : "skipped: its Python has no pip";
}
const skip = skipReason();

const filesIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String).toSorted();
const modulesIn = (folder: string) => filesIn(folder).filter((path) => /\.(py|typed)$/.test(path));

test.skipIf(skip !== undefined)(
  withReason("pip installs the client without a registry, and leaves nothing in its sources", skip),
  () => {
    const { path: folder, remove } = makeFolder();
    afterAll(remove);
    const sources = join(folder, "sources");
    cpSync(PACKAGE_FOLDER, sources, {
      recursive: true,
      filter: (path) => !path.endsWith("__pycache__"),
    });
    const before = filesIn(sources);
    run(["-c", "import build_backend as b; b.build_sdist('..')"], sources);
    const { version } = packageJson;
    for (const from of ["sources", `strikeline-${version}.tar.gz`]) {
      const to = join(folder, `installed from ${from}`);
      run(["-m", "pip", "install", "--quiet", "--no-index", "--target", to, `./${from}`], folder);
      expect(modulesIn(join(to, "strikeline"))).toEqual(modulesIn(join(sources, "strikeline")));
      const facts = "import strikeline, importlib.metadata as m; " +
        "print(strikeline.Client.__name__, m.version('strikeline'), *m.requires('strikeline'))";
      expect(run(["-c", facts], to)).toBe(
        `Client ${version} websockets>=10.4; extra == "stream"`,
      );
    }
    expect(filesIn(sources)).toEqual(before);
    tell({ done: "installations of the Python client", count: 2 });
  },
);
