/**
 * Runs a Python bot against a service whose time runs fast, while its connections are cut and the
 * service is killed.
 *
 * @module
 */
import process from "node:process";
import { until } from "../../until.ts";
import { startBreakableService } from "./breakable_service.ts";
import {
  pythonEnvironment,
  type PythonInterpreter,
  TRIAL_FOLDER,
} from "../../app/client/python/python_interpreter.ts";

/** How long and how rough. */
export interface LongRunOptions {
  readonly python: PythonInterpreter;
  readonly durationMs: number;
  readonly cutEveryMs: number;
  readonly killEveryMs: number;
  readonly onProgress?: (line: string) => void;
}

/** What the bot says at the end. */
export interface LongRunVerdict {
  readonly figures: Readonly<Record<string, number>>;
  readonly complaints: ReadonlyArray<string>;
}

const SPEED = 60;

/** Runs it, and returns the bot's verdict. */
export async function runLong(options: LongRunOptions): Promise<LongRunVerdict> {
  const { python, durationMs, cutEveryMs, killEveryMs, onProgress = () => {} } = options;
  const service = await startBreakableService({
    speed: SPEED,
    settings: { RATE_LIMIT_PUBLIC: "0", RATE_LIMIT_KEYED: "0" },
  });
  const bot = Bun.spawn([python.path, `${TRIAL_FOLDER}long_run_bot.py`], {
    env: pythonEnvironment(service.environment),
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const kill = () => bot.kill("SIGKILL");
  process.once("exit", kill);
  try {
    let printed = "";
    void (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of bot.stdout) printed += decoder.decode(chunk, { stream: true });
    })();
    const endMs = performance.now() + durationMs;
    let nextCutMs = performance.now() + cutEveryMs;
    let nextKillMs = performance.now() + killEveryMs;
    let [cuts, kills] = [0, 0];
    await until(() => printed !== "" || bot.exitCode !== null, "the bot runs");
    while (performance.now() < endMs && bot.exitCode === null) {
      await Bun.sleep(Math.min(500, cutEveryMs));
      if (performance.now() >= nextKillMs) {
        await service.kill();
        kills++;
        nextKillMs = performance.now() + killEveryMs;
        onProgress(`killed ${kills} times`);
      }
      if (performance.now() >= nextCutMs) {
        // Every second cut is in the middle of a frame or of an answer.
        if (cuts++ % 2 === 0) service.cable.cut();
        else service.cable.cutAfter(Math.floor(Math.random() * 2_000));
        nextCutMs = performance.now() + cutEveryMs;
        onProgress(`cut ${cuts} times`);
      }
    }
    await until(() => printed.includes("enough") || bot.exitCode !== null, "enough to judge");
    await bot.stdin.end();
    await bot.exited;
    await until(() => printed.includes("judged") || bot.exitCode !== null, "the verdict");
    const [verdict] = /^\{"state": "judged".*$/m.exec(printed) ?? [];
    if (verdict === undefined) throw new Error(`The bot ended without a verdict: ${printed}`);
    const { figures, complaints } = JSON.parse(verdict) as LongRunVerdict;
    return { figures: { cuts, kills, ...figures }, complaints };
  } finally {
    kill();
    process.removeListener("exit", kill);
    await service.stop();
  }
}
