/**
 * From the start of the process to its first answer, compared with a small server that has a
 * store too.
 *
 * @module
 */
import { join } from "node:path";
import process from "node:process";
import { makeBinary } from "../../app/ship/binary.ts";
import { NOWHERE } from "../app/nowhere.ts";
import { freePort } from "../free_port.ts";
import { type Benchmark, compare } from "./benchmark.ts";
import { makeFolder } from "../temporary_folder.ts";

const NAME = "start";
const ROUNDS = 7;
const ROOT = new URL("../../", import.meta.url).pathname;
const POLL_MS = 2;
const TIMEOUT_MS = 60_000;
/** What a first start may take. */
const FIRST_MS = 2_500;
const REFERENCE = [process.execPath, "run", "test/bench/stored_server.ts"];
const SOURCES = [process.execPath, "run", "app/strikeline.ts"];

/** The first start of a sandbox, and one of live mode with a store that is there. */
const STARTS = [
  { mode: "start", isCounted: false },
  { mode: "start", isCounted: true },
  { mode: "sandbox", isCounted: true },
] as const;

/** The benchmark. */
export const start: Benchmark = {
  name: NAME,
  about: "from the start of the process to its first answer, on the embedded store",
  run: async ({ isQuick }) => {
    const built = makeFolder();
    try {
      const binary = join(built.path, "strikeline");
      await makeBinary({ file: binary });
      const programs = [
        { label: "from its sources", program: SOURCES, againMs: 1_000 },
        { label: "the binary", program: [binary], againMs: 600 },
      ];
      const referenceMs: Array<number> = [];
      const reference = [...REFERENCE, join(built.path, "store")];
      // Its first start makes the store.
      await timeStart(reference);
      const tookMs = programs.map(() => ({
        start: [] as Array<number>,
        sandbox: [] as Array<number>,
      }));
      for (let round = 0; round < (isQuick ? 1 : ROUNDS); round++) {
        referenceMs.push(await timeStart(reference));
        for (const [which, { program }] of programs.entries()) {
          const folder = makeFolder();
          for (const { mode, isCounted } of STARTS) {
            const providers = mode === "start" ? NOWHERE : {};
            const settings = { ...providers, DATA_DIR: folder.path };
            const startMs = await timeStart([...program, mode], settings);
            if (isCounted) tookMs[which]?.[mode].push(startMs);
          }
          folder.remove();
        }
      }
      const finding = (what: string, values: ReadonlyArray<number> = [], aimMs: number) =>
        compare(NAME, {
          unit: "ms",
          aim: { value: aimMs },
          ours: { what, values },
          reference: { what: "a small server with a store", values: referenceMs },
        });
      return programs.flatMap(({ label, againMs }, at) => [
        finding(`live, again, ${label}`, tookMs[at]?.start, againMs),
        finding(`sandbox, first, ${label}`, tookMs[at]?.sandbox, FIRST_MS),
      ]);
    } finally {
      built.remove();
    }
  },
};

/**
 * Starts a command on a free port, waits until its health check is answered with 200, and stops it.
 * Returns the milliseconds from the start of the process to the answer.
 */
async function timeStart(
  command: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>> = {},
): Promise<number> {
  const port = await freePort();
  const { PATH = "", HOME = "" } = process.env;
  const began = performance.now();
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: { PATH, HOME, LOG_LEVEL: "error", PORT: String(port), ...settings },
    stdout: "ignore",
    stderr: "inherit",
  });
  try {
    while (!await answers(`http://127.0.0.1:${port}/health`)) {
      const isLate = performance.now() - began > TIMEOUT_MS;
      if (isLate || child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`${command.join(" ")} does not answer`);
      }
      await Bun.sleep(POLL_MS);
    }
    return performance.now() - began;
  } finally {
    child.kill();
    await child.exited;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status === 200;
  } catch {
    return false;
  }
}
