import { afterAll, expect, test } from "bun:test";
import {
  findPython,
  pythonEnvironment,
  TRIAL_FOLDER,
} from "../../app/client/python/python_interpreter.ts";
import { pythonTests } from "../../app/client/python/python_tests.ts";
import { withReason } from "../../skip_reason.ts";
import { until } from "../../until.ts";
import { option, sized } from "../size.ts";
import { tell } from "../tell.ts";
import { type BreakableService, startBreakableService } from "./breakable_service.ts";

let service: Promise<BreakableService> | undefined;
afterAll(async () => await (await service)?.stop());

async function environment() {
  service ??= startBreakableService({ speed: 1 });
  return (await service).environment;
}

pythonTests("a Python bot whose cable breaks", ["broken_orders_test", "broken_streams_test"], {
  environment,
  needsWebsockets: true,
});

const MINUTE_MS = 60_000;
const { durationMs, cutEveryMs, killEveryMs } = sized({
  short: { durationMs: 8_000, cutEveryMs: 2_000, killEveryMs: 5_000 },
  whole: {
    durationMs: (option("TRIAL_MINUTES") ?? 60) * MINUTE_MS,
    cutEveryMs: MINUTE_MS,
    killEveryMs: 10 * MINUTE_MS,
  },
});
/** How fast the service's time runs. */
const SPEED = 60;
/** Each of these would be missing if the bot had judged nothing. */
const JUDGED = ["windows judged", "averages judged", "games", "orders placed"];

const python = findPython();
const skip = python?.hasWebsockets === true
  ? undefined
  : "skipped: there is no Python with the package websockets here";

test.skipIf(skip !== undefined)(
  withReason("a Python bot misses and repeats nothing over cuts and kills", skip),
  async () => {
    const { figures, complaints } = await runBot(python?.path ?? "");
    for (const name of JUDGED) tell({ done: name, count: figures[name] ?? 0 });
    tell({ done: "cuts", count: figures["cuts"] ?? 0, wrong: complaints.length });
    expect(complaints).toEqual([]);
    for (const name of [...JUDGED, "cuts", "kills", "orders in the history"]) {
      expect([name, figures[name] ?? 0]).not.toEqual([name, 0]);
    }
  },
);

/** Runs a bot while its connections are cut and the service is killed, and returns its verdict. */
async function runBot(python: string) {
  const service = await startBreakableService({
    speed: SPEED,
    settings: { RATE_LIMIT_PUBLIC: "0", RATE_LIMIT_KEYED: "0" },
  });
  afterAll(service.stop);
  const bot = Bun.spawn([python, `${TRIAL_FOLDER}long_run_bot.py`], {
    env: pythonEnvironment(service.environment),
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  afterAll(() => bot.kill("SIGKILL"));
  let printed = "";
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of bot.stdout) printed += decoder.decode(chunk, { stream: true });
  })();
  const hasSaid = (word: string) =>
    until(() => printed.includes(word) || bot.exitCode !== null, `the bot says ${word}`);
  const endMs = performance.now() + durationMs;
  let nextCutMs = performance.now() + cutEveryMs;
  let nextKillMs = performance.now() + killEveryMs;
  let [cuts, kills] = [0, 0];
  await hasSaid("running");
  while (performance.now() < endMs && bot.exitCode === null) {
    await Bun.sleep(Math.min(500, cutEveryMs));
    if (performance.now() >= nextKillMs) {
      await service.kill();
      kills++;
      nextKillMs = performance.now() + killEveryMs;
    }
    if (performance.now() >= nextCutMs) {
      // Every second cut is in the middle of a frame or of an answer.
      if (cuts++ % 2 === 0) service.cable.cut();
      else service.cable.cutAfter(Math.floor(Math.random() * 2_000));
      nextCutMs = performance.now() + cutEveryMs;
    }
  }
  await hasSaid("enough");
  await bot.stdin.end();
  await bot.exited;
  await hasSaid("judged");
  const [verdict] = /^\{"state": "judged".*$/m.exec(printed) ?? [];
  if (verdict === undefined) throw new Error(`The bot ended without a verdict: ${printed}`);
  const { figures, complaints } = JSON.parse(verdict) as {
    readonly figures: Readonly<Record<string, number>>;
    readonly complaints: ReadonlyArray<string>;
  };
  return { figures: { cuts, kills, ...figures } as Record<string, number>, complaints };
}
