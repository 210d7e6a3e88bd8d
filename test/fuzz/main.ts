/**
 * `bun run fuzz [--requests N] [--seed N] [--from N]`: made-up requests, raw bytes and frames
 * against a sandbox of its own.
 *
 * @module
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { Result } from "effect";
import { readNumberOptions, seedOption } from "../number_options.ts";
import { startPrinting } from "../printing_process.ts";
import type { PartLog } from "./finding.ts";
import { mbOf, type Memory, settledMemory, wrongGrowth } from "./memory.ts";
import { findingsOf, runFuzz } from "./run_fuzz.ts";

const USAGE = `Usage: bun run fuzz [--requests N] [--seed N] [--from N]
Sends made-up requests, raw bytes and frames to a sandbox of its own, and checks every answer.
  --requests  how many requests (1000000); with them come raw bytes, a 20th, and frames, a 10th
  --seed      what to repeat (a new one)
  --from      the number of the first request (0): with --requests 1 one that was found`;

const ROOT = new URL("../../", import.meta.url).pathname;
const API_KEY = "sk_test_fuzz";
/** Caches and compiled code are there before memory is measured. */
const WARM_UP = 5_000;

/** A sandbox as a process, in a folder of its own. */
async function startSandbox() {
  const folder = mkdtempSync(join(tmpdir(), "strikeline-fuzz-"));
  const command = [process.execPath, "run", `${ROOT}app/strikeline.ts`, "sandbox"];
  const { said, hasEnded, stop } = await startPrinting(command, {
    settings: {
      PORT: "0",
      DATA_DIR: folder,
      SANDBOX_API_KEY: API_KEY,
      RATE_LIMIT_PUBLIC: "0",
      RATE_LIMIT_KEYED: "0",
      LOG_LEVEL: "error",
    },
    pattern: /service +(http:\S+)\s/,
    logFile: `${folder}/log`,
  });
  return {
    url: new URL(said),
    hasEnded,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function main(args: ReadonlyArray<string>): Promise<number> {
  if (args.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const given = readNumberOptions(args, {
    requests: { fallback: 1_000_000, min: 1, max: 1e12 },
    seed: seedOption(),
    from: { fallback: 0, min: 0, max: 1e12 },
  });
  if (Result.isFailure(given)) {
    console.error(given.failure);
    console.error(USAGE);
    return 1;
  }
  const { requests, seed, from } = given.success.numbers;
  console.log(`seed ${seed}, ${requests} requests from number ${from}`);
  const sandbox = await startSandbox();
  const { url } = sandbox;
  const isWhole = requests > WARM_UP;
  try {
    if (isWhole) await runFuzz({ url, apiKey: API_KEY, seed: seed + 1, requests: WARM_UP });
    const before = isWhole ? await settledMemory(url) : undefined;
    const progress = (sent: number) => process.stderr.write(`${sent} sent\n`);
    const startedMs = performance.now();
    const logs = await runFuzz({ url, apiKey: API_KEY, seed, requests, from, progress });
    const tookSec = (performance.now() - startedMs) / 1000;
    const after = before && await settledMemory(url);
    return report(logs, { tookSec, memory: before && after && { before, after } });
  } catch (error) {
    if (!sandbox.hasEnded()) throw error;
    console.log("FAILED the service ended");
    return 1;
  } finally {
    await sandbox.stop();
  }
}

/** Prints what was counted and found, and returns the exit code. */
function report(
  logs: ReadonlyArray<PartLog>,
  { tookSec, memory }: {
    readonly tookSec: number;
    readonly memory: { readonly before: Memory; readonly after: Memory } | undefined;
  },
): number {
  console.log(`\n${"part".padEnd(22)}${"sent".padStart(9)}  slowest  outcomes`);
  for (const { part, sent, slowestMs, outcomes } of logs.map((log) => log.counts())) {
    const sorted = [...outcomes].toSorted(([, a], [, b]) => b - a);
    const shown = sorted.length > 15
      ? `${sorted.length} kinds`
      : sorted.map(([name, count]) => `${name}: ${count}`).join(", ");
    const slowest = slowestMs === 0 ? "" : `${Math.round(slowestMs)} ms`;
    console.log(`${part.padEnd(22)}${String(sent).padStart(9)}  ${slowest.padEnd(8)} ${shown}`);
  }
  console.log(`in ${Math.round(tookSec)} s`);
  const found = findingsOf(logs).map(({ what, sent }) => `${what}\n       sent ${sent}`);
  if (memory !== undefined) {
    const { before, after } = memory;
    const both = (part: keyof Memory) => `${mbOf(before[part])} before, ${mbOf(after[part])} after`;
    console.log(`heap ${both("heap")}; resident ${both("resident")}`);
    const wrong = wrongGrowth(before, after);
    if (wrong !== undefined) found.push(wrong);
  }
  for (const one of found) console.log(`FAILED ${one}`);
  console.log(found.length === 0 ? "nothing found" : `${found.length} found`);
  return found.length === 0 ? 0 : 1;
}

process.exit(await main(Bun.argv.slice(2)));
