/** A Python bot whose connections are cut and whose service is killed. @module */
import { afterAll, expect, test } from "bun:test";
import {
  findPython,
  pythonEnvironment,
  TRIAL_FOLDER,
} from "../../app/client/python/python_interpreter.ts";
import { layCable } from "../../app/client/cable.ts";
import { USER_SETTINGS, userEnvironment } from "../../app/client/python/python_service.ts";
import { putMarkets } from "../../app/order/put_markets.ts";
import { withReason } from "../../skip_reason.ts";
import { openGround } from "../../stage/process_ground.ts";
import { until } from "../../until.ts";
import { option, sized } from "../size.ts";
import { tell } from "../tell.ts";

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

/** Starts a service that a bot reaches through a cable. */
async function startService() {
  let markets: Awaited<ReturnType<typeof putMarkets>> = [];
  const { services: [service], stop } = await openGround({
    startIso: new Date().toISOString(),
    speed: SPEED,
    seed: 1,
    services: 1,
    settings: async (simulators) => {
      markets = await putMarkets(simulators);
      const limits = { RATE_LIMIT_PUBLIC: "0", RATE_LIMIT_KEYED: "0" };
      return { LEAGUES: "wsl", LOG_LEVEL: "error", ...limits, ...USER_SETTINGS };
    },
  });
  afterAll(stop);
  const cable = await layCable(() => Number(new URL(service?.url ?? "").port));
  afterAll(cable.close);
  const kill = async () => {
    service?.signal("SIGKILL");
    await service?.ended();
    await service?.start();
  };
  return { cable, kill, environment: userEnvironment({ url: cable.url, markets }) };
}

/** Runs a bot while its connections are cut and the service is killed, and returns its verdict. */
async function runBot(python: string) {
  const service = await startService();
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
  await hasSaid("running");
  const endMs = performance.now() + durationMs;
  let nextCutMs = performance.now() + cutEveryMs;
  let nextKillMs = performance.now() + killEveryMs;
  let [cuts, kills] = [0, 0];
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
