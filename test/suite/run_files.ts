/** Runs files of tests with the runtime's own runner. @module */
import process from "node:process";
import { SHORT_LIVED } from "../app/environment.ts";
import { readSummary, type TestSummary } from "./summary.ts";

/** How files are run. */
export interface FileRun {
  readonly env: Readonly<Record<string, string>>;
  /** How many processes share the files; without it one. */
  readonly workers?: number;
  /** A test that hangs fails after this; one on a busy machine does not. */
  readonly timeoutMs?: number;
  readonly preload?: string;
}

const TIMEOUT_MS = 300_000;

/** How long files took on some machine: enough to decide which start first. */
const TIMINGS = new URL("../timings.json", import.meta.url).pathname;

/**
 * What saves workers up to a third of their processor time: most of their code runs a few times, as
 * in a process of seconds. And they open more embedded stores than the runtime's default of fast
 * WebAssembly memories (8), beyond which each new one collects the whole heap first.
 */
const TUNING = { ...SHORT_LIVED, BUN_JSC_maxNumWasmFastMemories: "100" };

/** Runs files of tests, and reads the runner's own summary; what they print is kept back. */
export async function runFiles(
  files: ReadonlyArray<string>,
  { env, workers = 1, timeoutMs = TIMEOUT_MS, preload }: FileRun,
): Promise<TestSummary> {
  const child = Bun.spawn([
    process.execPath,
    "test",
    `--timeout=${timeoutMs}`,
    ...(workers === 1 ? [] : [`--timings=${TIMINGS}`, `--parallel=${workers}`, "--no-isolate"]),
    ...(preload === undefined ? [] : ["--preload", preload]),
    ...files.map((file) => `./${file}`),
  ], {
    env: { ...process.env, NO_COLOR: "1", ...TUNING, ...env },
    stdout: "ignore",
    stderr: "pipe",
  });
  const text = await new Response(child.stderr).text();
  return readSummary(text, await child.exited);
}
