/** Tests written in Python, each as a test of this suite. @module */
import { afterAll, beforeAll, describe, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { until } from "../../../until.ts";
import { withReason } from "../../../skip_reason.ts";
import { findPython, pythonEnvironment, TEST_FOLDER } from "./python_interpreter.ts";

/** How the tests of some modules are run. */
export interface PythonTestOptions {
  /** What the tests find in their environment, once it is there. */
  readonly environment?: () => Promise<Readonly<Record<string, string>>>;
  /** Whether the tests open streams. */
  readonly needsWebsockets?: boolean;
}

interface Outcome {
  readonly id: string;
  readonly outcome: "passed" | "failed";
  readonly text: string;
}

const TIMEOUT_MS = 280_000;
const python = findPython();

/** Declares the tests of Python modules of this folder; they run in one process, in order. */
export function pythonTests(
  name: string,
  modules: ReadonlyArray<string>,
  { environment = () => Promise.resolve({}), needsWebsockets = false }: PythonTestOptions = {},
): void {
  const skip = python === undefined
    ? "skipped: there is no Python 3.11 to 3.13 here"
    : needsWebsockets && !python.hasWebsockets
    ? "skipped: its Python has no package websockets"
    : undefined;
  if (python === undefined || skip !== undefined) {
    return test.skip(withReason(name, skip), () => {});
  }
  const command = (verb: string) => [`${TEST_FOLDER}run_tests.py`, verb, ...modules];
  const listed = spawnSync(python.path, command("list"), {
    encoding: "utf8",
    env: pythonEnvironment(),
  });
  if (listed.status !== 0) throw new Error(listed.stderr);
  const cases = linesOf<{ readonly id: string; readonly words: string }>(listed.stdout);

  describe(name, () => {
    const outcomes = new Map<string, Outcome>();
    const noise: string[] = [];
    let running: Bun.Subprocess<"ignore", "pipe", "pipe"> | undefined;
    let isOver = false;

    beforeAll(async () => {
      running = Bun.spawn([python.path, ...command("run")], {
        env: pythonEnvironment(await environment()),
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      });
      const told = readLines(running.stdout, (line) => {
        if (!line.startsWith("{")) return void noise.push(line);
        const outcome = JSON.parse(line) as Outcome;
        if (outcomes.get(outcome.id)?.outcome !== "failed") outcomes.set(outcome.id, outcome);
      });
      const warned = readLines(running.stderr, (line) => noise.push(line));
      void Promise.all([told, warned, running.exited]).then(() => isOver = true);
    }, TIMEOUT_MS);
    afterAll(() => running?.kill("SIGKILL"));

    for (const { id, words } of cases) {
      test(words, async () => {
        await until(() => outcomes.has(id) || isOver, `${id} ends`);
        const { outcome, text } = outcomes.get(id) ?? { outcome: "never ran", text: "" };
        if (outcome !== "passed") throw new Error([`${id} ${outcome}`, text, ...noise].join("\n"));
      }, TIMEOUT_MS);
    }
  });
}

function linesOf<Line>(text: string): ReadonlyArray<Line> {
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
}

async function readLines(
  stream: ReadableStream<Uint8Array>,
  onLine: (line: string) => void,
): Promise<void> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  }
  if (rest !== "") onLine(rest);
}
