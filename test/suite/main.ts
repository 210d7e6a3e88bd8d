/**
 * `bun run test [paths]`: every test, format, lint and types, and a line that sums them up; with
 * paths, their tests, format and lint alone.
 *
 * Tests of the application run beside those of its rooms, of which one follows another. Files run
 * side by side, the slowest first. Each worker loads the code that its files have in common once,
 * so a file leaves no global changed behind.
 *
 * @module
 */
import process from "node:process";
import { ALL_CHECKS, runCheck, styleChecks } from "./checks.ts";
import { chosenFiles } from "./chosen_files.ts";
import { prepareRun } from "./prepare_run.ts";
import { runFiles } from "./run_files.ts";
import { joinSummaries, slowestText, type TestSummary } from "./summary.ts";

/**
 * Folders whose files share workers, new ones for each folder: a worker that has run the files of
 * several takes half as long again, as it collects the garbage of all of them.
 */
const ROOMS = ["adapters", "http", "simulator", "core"];

/** Together more than this kind of machine has cores, as tests of the application mostly wait. */
const WORKERS = { room: 2, application: 3 };

/** Fewer files than this are loaded faster by one process. */
const SHARED_FROM = 6;

/** Runs the files outside of the rooms, and beside them one room after another. */
async function runAll(files: ReadonlyArray<string>): Promise<TestSummary> {
  const env = await prepareRun(files);
  const own = Map.groupBy(files, roomOf);
  const run = async (room: string, workersMax: number) => {
    const files = own.get(room) ?? [];
    if (files.length === 0) return [];
    const startMs = performance.now();
    const summary = await runFiles(files, {
      env,
      workers: files.length < SHARED_FROM ? 1 : workersMax,
    });
    const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
    const verdict = summary.failed === 0 ? "ok    " : "FAILED";
    console.log(`${verdict} ${room}: ${summary.passed} passed in ${seconds} s`);
    return [summary];
  };
  const runRooms = async () => {
    const summaries: Array<TestSummary> = [];
    for (const room of ROOMS) summaries.push(...await run(room, WORKERS.room));
    return summaries;
  };
  const summaries = await Promise.all([run(APPLICATION, WORKERS.application), runRooms()]);
  return joinSummaries(summaries.flat());
}

/** What is in none of the rooms. */
const APPLICATION = "application";

function roomOf(file: string): string {
  return ROOMS.find((room) => file.startsWith(`test/${room}/`)) ?? APPLICATION;
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
console.log(`slowest: ${slowestText(tests)}`);
console.log(`${tests.passed} passed, ${failed} failed, ${tests.skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
