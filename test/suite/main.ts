/**
 * `bun run test [paths]`: every test, format, lint and types, and a line that sums them up; with
 * paths, their tests, format and lint alone.
 *
 * Two rooms run at once, and their files side by side, the slowest first. Each worker loads the
 * code that its files have in common once, so a file leaves no global changed behind.
 *
 * @module
 */
import process from "node:process";
import { ALL_CHECKS, runCheck, styleChecks } from "./checks.ts";
import { chosenFiles } from "./chosen_files.ts";
import { prepareRun, type RunSettings } from "./prepare_run.ts";
import { runFiles } from "./run_files.ts";
import { joinSummaries, slowestText, type TestSummary } from "./summary.ts";

/**
 * Folders whose files share workers, new ones for each folder: a worker that has run the files of
 * several takes half as long again, as it collects the garbage of all of them. The longest first.
 */
const ROOMS = ["adapters", "http", "core", "simulator"];

/** So many rooms at once, each with so many workers: more than cores, as many tests wait. */
const LANES = 2;
const WORKERS = 3;

/** Fewer files than this are loaded faster by one process. */
const SHARED_FROM = 6;

/** Runs the files of one room, and says how that went. */
async function runRoom(
  room: string,
  files: ReadonlyArray<string>,
  env: RunSettings,
): Promise<TestSummary> {
  const startMs = performance.now();
  const workers = files.length < SHARED_FROM ? 1 : WORKERS;
  const summary = await runFiles(files, { env, workers });
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
  const verdict = summary.failed === 0 ? "ok    " : "FAILED";
  console.log(`${verdict} ${room}: ${summary.passed} passed in ${seconds} s`);
  return summary;
}

async function runAll(files: ReadonlyArray<string>): Promise<TestSummary> {
  const env = await prepareRun(files);
  const own = Map.groupBy(files, roomOf);
  const rooms = [APPLICATION, ...ROOMS].values();
  const summaries: Array<TestSummary> = [];
  // Each lane takes the next room when it has run one.
  const runLane = async () => {
    for (const room of rooms) {
      const files = own.get(room) ?? [];
      if (files.length > 0) summaries.push(await runRoom(room, files, env));
    }
  };
  await Promise.all(Array.from({ length: LANES }, runLane));
  return joinSummaries(summaries);
}

/** What is in none of the rooms. */
const APPLICATION = "application";

function roomOf(file: string): string {
  return ROOMS.find((room) => file.startsWith(`test/${room}/`)) ?? APPLICATION;
}

/** The name of a failed test, and how long it took. */
function verdictOf(failure: string): string {
  return failure.slice(failure.lastIndexOf("(fail) ") + "(fail) ".length);
}

const asked = process.argv.slice(2);
const { files, paths } = chosenFiles(asked);
if (files.length === 0) {
  console.error(
    `Cannot find tests of ${asked.join(", ")}: name a file or folder, like core/fee or test/http`,
  );
  process.exit(1);
}
const [tests, ...checks] = await Promise.all([
  runAll(files),
  ...(asked.length === 0 ? ALL_CHECKS : styleChecks(paths)).map(runCheck),
]);
const failed = tests.failed + checks.filter((isPassed) => !isPassed).length;
for (const skip of tests.skips) console.log(`skipped: ${skip}`);
for (const failure of tests.failures) console.log(`\n${failure}`);
if (tests.failed > tests.failures.length) console.log(`\n${tests.ending}`);
const slowest = slowestText(tests);
if (slowest !== "") console.log(`slowest: ${slowest}`);
// Once more by name, for whoever sees the end of the print alone.
for (const failure of tests.failures) console.log(`failed: ${verdictOf(failure)}`);
console.log(`${tests.passed} passed, ${failed} failed, ${tests.skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
