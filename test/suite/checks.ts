/** The checks beside the tests: format, lint and types. @module */
import process from "node:process";

/** A check by its name. */
export type Check = readonly [name: string, command: ReadonlyArray<string>];

/** Format and lint of some files or folders. */
export function styleChecks(paths: ReadonlyArray<string>): ReadonlyArray<Check> {
  return [
    ["format", ["deno", "fmt", "--check", "--line-width=100", ...paths]],
    ["lint", ["deno", "lint", "--quiet", ...paths]],
  ];
}

/** Everything that is checked. */
export const ALL_CHECKS: ReadonlyArray<Check> = [
  ...styleChecks(["core", "adapters", "app", "test"]),
  ["types", ["tsc", "-p", "."]],
  ["types of the console", ["tsc", "-p", "app/console"]],
];

/** Runs a check; its output is shown only when it fails. Gives whether it passed. */
export async function runCheck([name, command]: Check): Promise<boolean> {
  const path = `${process.cwd()}/node_modules/.bin:${process.env["PATH"] ?? ""}`;
  const child = Bun.spawn([...command], {
    env: { ...process.env, PATH: path, NO_COLOR: "1" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${name}`);
  if (code !== 0) console.log(out + err);
  return code === 0;
}
