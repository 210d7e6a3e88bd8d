/**
 * `bun run test`: format, lint, types and every test, and one line that sums them up.
 *
 * @module
 */

import process from "node:process";

/** Folders that hold code. */
const FOLDERS = ["core", "adapters", "app", "test"];

const CHECKS: ReadonlyArray<readonly [name: string, command: ReadonlyArray<string>]> = [
  ["format", ["deno", "fmt", "--check", "--line-width=100", ...FOLDERS]],
  ["lint", ["deno", "lint", "--quiet", ...FOLDERS]],
  ["types", ["tsc", "-p", "."]],
];

/** Files of tests that run side by side: each may have a store and servers of its own. */
const WORKERS = Math.min(4, navigator.hardwareConcurrency);

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Runs a check; its output is shown only when it fails. */
async function check(name: string, command: ReadonlyArray<string>): Promise<boolean> {
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

/** Runs all tests and reads the runner's own summary. */
async function runTests(): Promise<Counts> {
  const child = Bun.spawn([
    process.execPath,
    "test",
    `--parallel=${WORKERS}`,
    ...process.argv.slice(2),
  ], {
    env: { ...process.env, NO_COLOR: "1" },
    stdout: "inherit",
    stderr: "pipe",
  });
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of child.stderr) {
    const piece = decoder.decode(chunk, { stream: true });
    text += piece;
    process.stderr.write(piece);
  }
  const code = await child.exited;
  const count = (word: string) =>
    Number(new RegExp(`^ *(\\d+) ${word}$`, "m").exec(text)?.[1] ?? 0);
  const failed = count("fail") + count("error") + count("errors");
  // A runner that broke off before it counted has failed, whatever it printed.
  return {
    passed: count("pass"),
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: count("skip"),
  };
}

const checks = await Promise.all(CHECKS.map(([name, command]) => check(name, command)));
const failedChecks = checks.filter((isPassed) => !isPassed).length;
const tests = await runTests();
const passed = tests.passed + CHECKS.length - failedChecks;
const failed = tests.failed + failedChecks;
console.log(`${passed} passed, ${failed} failed, ${tests.skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
