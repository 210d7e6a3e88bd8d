/**
 * `bun run test [paths]`: format, lint, types and every test, and a line that sums them up.
 *
 * Tests of the application run beside those of its rooms, of which one follows another. Files run
 * side by side, the slowest first. Each worker loads the code that its files have in common once,
 * so a file leaves no global changed behind.
 *
 * @module
 */

import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { makeBinary } from "../app/ship/binary.ts";
import { preparedCluster } from "../app/ship/prepared_cluster.ts";
import { SHORT_LIVED } from "./app/environment.ts";
import { joinSummaries, readSummary, slowestText, type TestSummary } from "./suite_summary.ts";

/** Folders that hold code. */
const FOLDERS = ["core", "adapters", "app", "test"];

const CHECKS: ReadonlyArray<readonly [name: string, command: ReadonlyArray<string>]> = [
  ["format", ["deno", "fmt", "--check", "--line-width=100", ...FOLDERS]],
  ["lint", ["deno", "lint", "--quiet", ...FOLDERS]],
  ["types", ["tsc", "-p", "."]],
  ["types of the console", ["tsc", "-p", "app/console"]],
];

/** How long files took on some machine: enough to decide which start first. */
const TIMINGS = `${import.meta.dir}/timings.json`;

/**
 * Folders whose files share workers, new ones for each folder: a worker that has run the files of
 * several takes half as long again, as it collects the garbage of all of them.
 */
const ROOMS = ["adapters", "http", "simulator", "core"];

/** Together more than this kind of machine has cores, as tests of whole processes mostly wait. */
const WORKERS = { room: 2, application: 4 };

/**
 * What saves workers up to a third of their processor time: most of their code runs a few times, as
 * in a process of seconds. And they open more embedded stores than the runtime's default of fast
 * WebAssembly memories (8), beyond which each new one collects the whole heap first.
 */
const TUNING = { ...SHORT_LIVED, BUN_JSC_maxNumWasmFastMemories: "100" };

/** Files in memory: stores of tests live for seconds, and a disk's journal takes processor time. */
const MEMORY_FOLDER = "/dev/shm";
/** The stores that exist at once take a tenth of it. */
const MEMORY_FREE_BYTES_MIN = 2 * 1024 ** 3;

/** A test that hangs fails after this; one on a busy machine does not. */
const TIMEOUT_MS = 300_000;

const all = [...new Bun.Glob("test/**/*_test.ts").scanSync()].toSorted();
const asked = process.argv.slice(2);
const files = all.filter((file) =>
  asked.length === 0 ||
  asked.some((part) => file.startsWith(part) || file.startsWith(`test/${part}`))
);

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

/** What one run of the suite shares. */
interface Run {
  /** Where tests put their temporary files. */
  readonly temporary: string;
  /** The command line as one program, which loads in a tenth of the time that its sources take. */
  readonly binary: string;
  /** A database cluster whose tables are made already. */
  readonly cluster: string;
}

/** Runs files of tests and reads the runner's own summary. */
async function runTests(
  files: ReadonlyArray<string>,
  workers: number,
  { temporary, binary, cluster }: Run,
): Promise<TestSummary> {
  const child = Bun.spawn([
    process.execPath,
    "test",
    `--timings=${TIMINGS}`,
    `--timeout=${TIMEOUT_MS}`,
    `--parallel=${workers}`,
    "--no-isolate",
    ...files.map((file) => `./${file}`),
  ], {
    env: {
      ...process.env,
      NO_COLOR: "1",
      TEST_BINARY: binary,
      TEST_CLUSTER: cluster,
      TMPDIR: temporary,
      ...TUNING,
    },
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
  return readSummary(text, await child.exited);
}

/** Runs the files of each room, one room after another. */
async function runRooms(run: Run): Promise<ReadonlyArray<TestSummary>> {
  const summaries: Array<TestSummary> = [];
  for (const room of ROOMS) {
    const own = files.filter((file) => roomOf(file) === room);
    if (own.length === 0) continue;
    summaries.push(await runTests(own, WORKERS.room, run));
  }
  return summaries;
}

/** Runs the files outside of the rooms: those of the application, and a few of the whole. */
async function runApplication(run: Run): Promise<ReadonlyArray<TestSummary>> {
  const own = files.filter((file) => roomOf(file) === undefined);
  if (own.length === 0) return [];
  return [await runTests(own, WORKERS.application, run)];
}

function roomOf(file: string): string | undefined {
  return ROOMS.find((room) => file.startsWith(`test/${room}/`));
}

function hasMemoryFolder(): boolean {
  if (!existsSync(MEMORY_FOLDER)) return false;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= MEMORY_FREE_BYTES_MIN;
}

/** Makes a folder that is gone with this process, even if that is interrupted. */
function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "strikeline-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  return folder;
}

async function runAll(): Promise<TestSummary> {
  // Where files are in memory, programs may not be run.
  const built = makeFolder(tmpdir());
  const run = {
    temporary: makeFolder(hasMemoryFolder() ? MEMORY_FOLDER : tmpdir()),
    binary: join(built, "strikeline"),
    cluster: join(built, "cluster.tgz"),
  };
  await makeBinary({ file: run.binary });
  await Bun.write(run.cluster, await preparedCluster());
  const summaries = await Promise.all([runApplication(run), runRooms(run)]);
  return joinSummaries(summaries.flat());
}

if (files.length === 0) {
  console.error(`Cannot find tests in ${asked.join(", ")}: name a file or folder of test/`);
  process.exit(1);
}
const [tests, ...checks] = await Promise.all([
  runAll(),
  ...CHECKS.map(([name, command]) => check(name, command)),
]);
const failed = tests.failed + checks.filter((isPassed) => !isPassed).length;
// Once more, as their reports stand far above among those of the other runs.
for (const failure of tests.failures) console.log(`\n${failure}`);
console.log(`slowest: ${slowestText(tests)}`);
console.log(`${tests.passed} passed, ${failed} failed, ${tests.skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
