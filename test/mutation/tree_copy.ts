/**
 * A copy of the working tree in which sources are changed and tests run, so that the checkout
 * itself stays as it is.
 *
 * @module
 */
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** How a run of tests ended, and the file that failed, where it says so. */
export interface TestRun {
  readonly end: "passed" | "failed" | "timed out";
  readonly failed?: string | undefined;
}

/** A run that takes longer hangs. */
const RUN_MS_MAX = 400_000;

/** The paths of a checkout, whether or not they are committed. */
export function pathsOf(root: string): ReadonlyArray<string> {
  const command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"];
  return Bun.spawnSync(command, { cwd: root }).stdout.toString().split("\n")
    .filter((path) => path !== "" && existsSync(join(root, path)));
}

/** Copies a tree; its dependencies and `../shared` are links. */
export function copyTree(root: string) {
  const place = mkdtempSync(join(tmpdir(), "strikeline-mutation-"));
  const copy = join(place, "main");
  for (const path of pathsOf(root)) cpSync(join(root, path), join(copy, path));
  for (const link of ["node_modules", "../shared"].filter((link) => existsSync(join(root, link)))) {
    symlinkSync(realpathSync(join(root, link)), join(copy, link));
  }
  return {
    write: (path: string, text: string) => Bun.write(join(copy, path), text),
    run: async (tests: ReadonlyArray<string>): Promise<TestRun> => {
      const files = tests.map((test) => `./${test}`);
      const child = Bun.spawn([process.execPath, "test", "--bail", "--timeout=30000", ...files], {
        cwd: copy,
        // Property tests look at the same values each time.
        env: { FC_SEED: "1", ...process.env, NO_COLOR: "1" },
        stdout: "ignore",
        stderr: "pipe",
        timeout: RUN_MS_MAX,
        killSignal: "SIGKILL",
      });
      const [said, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
      if (child.signalCode !== null) return { end: "timed out" };
      if (code === 0) return { end: "passed" };
      return { end: "failed", failed: said.match(/^test\/\S+_test\.ts(?=:$)/gm)?.at(-1) };
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}
