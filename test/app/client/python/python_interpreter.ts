/** The Python that the tests of the Python client run with. @module */
import { spawnSync } from "node:child_process";

/** Where the package is. */
export const PACKAGE_FOLDER = new URL("../../../../app/client/python/", import.meta.url).pathname;

/** Where the tests that are written in Python are. */
export const TEST_FOLDER = new URL("./", import.meta.url).pathname;

/** Where those are that break a real service. */
export const TRIAL_FOLDER = new URL("../../../trials/python/", import.meta.url).pathname;

/** The oldest version that the package supports, and the newest. */
const VERSIONS = "(3, 11) <= sys.version_info[:2] <= (3, 13)";

/** An interpreter, and whether it can open streams. */
export interface PythonInterpreter {
  readonly path: string;
  readonly hasWebsockets: boolean;
}

/** Returns the first that has everything, or else the first that runs the package at all. */
export function findPython(): PythonInterpreter | undefined {
  const paths = [Bun.env["PYTHON"], "/usr/bin/python3", Bun.which("python3")];
  const known = [...new Set(paths)].flatMap((path) => {
    if (path === undefined || path === null || path === "") return [];
    const probe = `import sys, importlib.util as u
if ${VERSIONS}: print("websockets" if u.find_spec("websockets") else "plain")`;
    const { status, stdout } = spawnSync(path, ["-c", probe], { encoding: "utf8" });
    const said = stdout?.trim() ?? "";
    return status === 0 && said !== "" ? [{ path, hasWebsockets: said === "websockets" }] : [];
  });
  return known.find(({ hasWebsockets }) => hasWebsockets) ?? known[0];
}

/** What Python programs of the tests find in their environment. */
export function pythonEnvironment(
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const { PATH = "", HOME = "", PYTHONPATH = "" } = Bun.env;
  return {
    PATH,
    HOME,
    PYTHONPATH: [PACKAGE_FOLDER, TEST_FOLDER, TRIAL_FOLDER, PYTHONPATH]
      .filter((path) => path !== "").join(":"),
    PYTHONDONTWRITEBYTECODE: "1",
    PYTHONUNBUFFERED: "1",
    ...more,
  };
}
