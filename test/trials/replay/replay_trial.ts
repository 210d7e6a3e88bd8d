/** A recorded sandbox, replayed as fast as a bot in lockstep reads. @module */
import { afterAll, expect, test } from "bun:test";
import { recordedSpan } from "../../../adapters/recording/reading.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { option, sized } from "../size.ts";
import { tell } from "../tell.ts";
import { type BotRun, runBot } from "./lockstep_bot.ts";
import { beginReplay, recordSandbox } from "./recorded_sandbox.ts";
import { agreement, publishedFrames } from "./published_frames.ts";

/** How fast the clock of the recorded sandbox runs, and for how long of the machine's time. */
const SPEED = sized({ short: 30, whole: 10 });
const RECORDED_SEC = (option("TRIAL_MINUTES") ?? sized({ short: 0.3, whole: 3 })) * 60;
/** What came before a service was up is not in its recording, and its end is no instant. */
const BEGIN_MS = 60_000;
const END_MS = 10_000;

/** Of a bot's orders: all that may become of one, and what one is that may be filled. */
const CERTAIN = / (matched|delayed|killed|no_liquidity|limit_price|market_closed)$/;
const PLACED = / (matched|delayed)$/;

const folders = makeFolder();
afterAll(folders.remove);

/** As fast as can be, and perhaps recorded again. */
function settingsFor(recorded?: string) {
  return { SANDBOX_SPEED: "max", ...recorded === undefined ? {} : { RECORD_DIR: recorded } };
}

/** Replays a recording to its end. Returns its last line, what a bot did, and how long it took. */
async function replay(
  folder: string,
  recorded?: string,
): Promise<{ readonly line: string; readonly bot: BotRun; readonly tookMs: number }> {
  const { running, bot } = await beginReplay(folder, settingsFor(recorded));
  const startMs = performance.now();
  const done = await runBot(bot);
  const tookMs = performance.now() - startMs;
  expect([await running.exited, running.logged().includes("ERROR")]).toEqual([0, false]);
  return { line: running.printed().trimEnd().split("\n").at(-1) ?? "", bot: done, tookMs };
}

test("two replays at max are byte-equal, and publish what was published on the day", async () => {
  const [day, again] = ["day", "again"].map((name) => `${folders.path}/${name}`);
  if (day === undefined || again === undefined) throw new Error("no folders");
  await recordSandbox(day, { speed: SPEED, seconds: RECORDED_SEC });
  const span = await recordedSpan(day);
  if (span === undefined) throw new Error("nothing was recorded");

  const first = await replay(day);
  expect(first.line).toMatch(
    /^replay \S+Z \S+Z: [1-9]\d* frames, [1-9]\d* orders, hash sha256:[0-9a-f]{64}$/,
  );
  // The recorded book may move before an order gets there, so that it fills nothing or not all.
  expect(first.bot.outcomes.filter((outcome) => !CERTAIN.test(outcome))).toEqual([]);
  expect(first.bot.outcomes.filter((outcome) => PLACED.test(outcome))).not.toBeEmpty();

  // Killed in the midst of it, a replay leaves the recording as it was.
  const killed = await beginReplay(day, settingsFor());
  const over = new AbortController();
  const interrupted = runBot(killed.bot, over.signal);
  await killed.running.waitFor(/clock +stands/);
  killed.running.kill("SIGKILL");
  over.abort();
  await interrupted;

  const second = await replay(day);
  expect(second.line).toBe(first.line);
  expect(second.bot).toEqual(first.bot);

  // One that records follows every series, as the recorded one did.
  await replay(day, again);
  const within = { fromMs: span.fromMs + BEGIN_MS, untilMs: span.untilMs - END_MS };
  const told = await publishedFrames(day, within);
  const retold = await publishedFrames(again, span);
  for (const [kind, { same, count }] of agreement(told, retold)) {
    // Of prices that replace each other, timers of the machine decide which is the last.
    const isWhole = ["target", "twap", "window"].includes(kind);
    tell({ done: `${kind} frames, of which ${same} as on the day`, count });
    if (isWhole) expect([kind, same]).toEqual([kind, count]);
  }
  const factor = (span.untilMs - span.fromMs) / second.tookMs;
  tell({ done: "orders", count: second.bot.orders, wrong: 0 });
  tell({ done: "times as fast as the clock", count: Math.round(factor) });
}, 600_000);
