/**
 * What a sandbox that nobody asks anything takes of the machine, and how soon it publishes.
 *
 * @module
 */
import { makeFolder } from "../temporary_folder.ts";
import { StreamClient } from "../stage/stream_client.ts";
import { type Benchmark, compare } from "./benchmark.ts";
import { type ServerProcess, startServer } from "./child.ts";
import { cpuSec, memoryMb } from "./process_usage.ts";

const NAME = "sandbox";
/**
 * `settleMs`: from a start until what is loaded and compiled once is over. `starts`: of sandboxes
 * for their first frame alone.
 */
const EFFORT = { rounds: 3, settleMs: 30_000, measuredMs: 30_000, starts: 7 };
const QUICK = { rounds: 1, settleMs: 5_000, measuredMs: 10_000, starts: 2 };

/** A speed of its clock, and what it may take there. */
const SPEEDS = [
  { speed: 1, cpuPercent: 2, memoryMb: 300 },
  { speed: 60, cpuPercent: 35, memoryMb: 400 },
] as const;
const FAST = 60;
const FIRST_MS = 1_000;

/** How often a bare server is asked meanwhile. */
const ASK_EVERY_MS = 5;

interface Usage {
  readonly cpuPercent: number;
  /** Of the bare server in the same time. */
  readonly bareCpuPercent: number;
  readonly memoryMb: number;
}

/** The benchmark. */
export const sandbox: Benchmark = {
  name: NAME,
  about: "a sandbox that nobody asks: processor, memory and first frame",
  run: async ({ isQuick }) => {
    const effort = isQuick ? QUICK : EFFORT;
    const bareMb: Array<number> = [];
    const used = SPEEDS.map((): Array<Usage> => []);
    for (let round = 0; round < effort.rounds; round++) {
      bareMb.push(await inBareServer(({ pid }) => Promise.resolve(memoryMb(pid))));
      for (const [which, { speed }] of SPEEDS.entries()) {
        used[which]?.push(await inSandbox(speed, (server) => use(server, effort)));
      }
    }
    const bareStartMs: Array<number> = [];
    const firstMs: Array<number> = [];
    for (let start = 0; start < effort.starts; start++) {
      const began = performance.now();
      bareStartMs.push(await inBareServer(() => Promise.resolve(performance.now() - began)));
      firstMs.push(await inSandbox(FAST, timeFirstAverage));
    }
    const usages = SPEEDS.flatMap(({ speed, cpuPercent, memoryMb }, which) => {
      const valuesOf = (figure: keyof Usage) => used[which]?.map((usage) => usage[figure]) ?? [];
      return [
        compare(NAME, {
          unit: "%",
          aim: { value: cpuPercent },
          ours: { what: `processor, speed ${speed}`, values: valuesOf("cpuPercent") },
          reference: {
            what: `a bare server, asked every ${ASK_EVERY_MS} ms`,
            values: valuesOf("bareCpuPercent"),
          },
        }),
        compare(NAME, {
          unit: "MB",
          aim: { value: memoryMb },
          ours: { what: `memory, speed ${speed}`, values: valuesOf("memoryMb") },
          reference: { what: "a bare server", values: bareMb },
        }),
      ];
    });
    return [
      ...usages,
      compare(NAME, {
        unit: "ms",
        aim: { value: FIRST_MS },
        ours: { what: `first average, speed ${FAST}`, values: firstMs },
        reference: { what: "a bare server's start", values: bareStartMs },
      }),
    ];
  },
};

/** Measures a sandbox without any client, once it has settled. */
async function use(
  { pid }: ServerProcess,
  { settleMs, measuredMs }: { readonly settleMs: number; readonly measuredMs: number },
): Promise<Usage> {
  await Bun.sleep(settleMs);
  return await inBareServer(async (bare) => {
    const before = [cpuSec(pid), cpuSec(bare.pid)] as const;
    const beganMs = performance.now();
    while (performance.now() - beganMs < measuredMs) {
      await (await fetch(bare.url)).text();
      await Bun.sleep(ASK_EVERY_MS);
    }
    const percent = 100_000 / (performance.now() - beganMs);
    return {
      cpuPercent: (cpuSec(pid) - before[0]) * percent,
      bareCpuPercent: (cpuSec(bare.pid) - before[1]) * percent,
      memoryMb: memoryMb(pid),
    };
  });
}

/** Returns how long a client that comes with the sandbox's greeting waits. */
async function timeFirstAverage({ url }: ServerProcess): Promise<number> {
  const began = performance.now();
  const first = Promise.withResolvers<number>();
  const client = new StreamClient(url, {
    onFrame: (text) => {
      if (text.includes(`"type":"twap"`)) first.resolve(performance.now() - began);
    },
  });
  await client.opened;
  client.send({ op: "subscribe", channel: "twap" });
  const tookMs = await first.promise;
  client.close();
  return tookMs;
}

async function inSandbox<A>(speed: number, measure: Measure<A>): Promise<A> {
  const folder = makeFolder();
  const server = await startServer("app/strikeline.ts", {
    args: ["sandbox"],
    settings: {
      DATA_DIR: folder.path,
      LOG_LEVEL: "error",
      PORT: "0",
      SANDBOX_SPEED: String(speed),
    },
  });
  try {
    return await measure(server);
  } finally {
    await server.stop();
    folder.remove();
  }
}

async function inBareServer<A>(measure: Measure<A>): Promise<A> {
  const server = await startServer("test/bench/bare_server.ts");
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}

type Measure<A> = (server: ServerProcess) => Promise<A>;
