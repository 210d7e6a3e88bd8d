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
const ROUNDS = 2;
/** From its start until what is loaded and compiled once is over. */
const SETTLE_MS = 30_000;
const MEASURED_MS = 30_000;
const QUICK = { rounds: 1, settleMs: 5_000, measuredMs: 10_000 };

/** A speed of its clock, and what it may take there. */
const SPEEDS = [
  { speed: 1, cpuPercent: 2, memoryMb: 300 },
  { speed: 60, cpuPercent: 35, memoryMb: 400, firstFrameMs: 1_000 },
] as const;

/** How often a bare server is asked meanwhile. */
const ASK_EVERY_MS = 5;

interface Usage {
  readonly cpuPercent: number;
  /** Of the bare server in the same time. */
  readonly bareCpuPercent: number;
  readonly memoryMb: number;
  /** From its greeting to the first average. */
  readonly firstFrameMs: number;
}

/** The benchmark. */
export const sandbox: Benchmark = {
  name: NAME,
  about: "a sandbox that nobody asks: processor, memory and first frame",
  run: async ({ isQuick }) => {
    const { rounds, ...times } = isQuick
      ? QUICK
      : { rounds: ROUNDS, settleMs: SETTLE_MS, measuredMs: MEASURED_MS };
    const bareMb: Array<number> = [];
    const used = SPEEDS.map((): Array<Usage> => []);
    for (let round = 0; round < rounds; round++) {
      bareMb.push(await bareMemoryMb());
      for (const [which, { speed }] of SPEEDS.entries()) used[which]?.push(await use(speed, times));
    }
    return SPEEDS.flatMap((aims, which) => {
      const valuesOf = (figure: keyof Usage) => used[which]?.map((usage) => usage[figure]) ?? [];
      const finding = (
        figure: keyof typeof WORDS,
        { unit, aim, reference }: {
          readonly unit: string;
          readonly aim: number;
          readonly reference: { readonly what: string; readonly values: ReadonlyArray<number> };
        },
      ) =>
        compare(NAME, {
          unit,
          aim: { value: aim },
          ours: { what: `${WORDS[figure]}, speed ${aims.speed}`, values: valuesOf(figure) },
          reference,
        });
      const always = (value: number) => Array.from({ length: rounds }, () => value);
      return [
        finding("cpuPercent", {
          unit: "%",
          aim: aims.cpuPercent,
          reference: {
            what: `a bare server, asked every ${ASK_EVERY_MS} ms`,
            values: valuesOf("bareCpuPercent"),
          },
        }),
        finding("memoryMb", {
          unit: "MB",
          aim: aims.memoryMb,
          reference: { what: "a bare server", values: bareMb },
        }),
        ...("firstFrameMs" in aims
          ? [finding("firstFrameMs", {
            unit: "ms",
            aim: aims.firstFrameMs,
            reference: { what: "a second of its clock", values: always(1_000 / aims.speed) },
          })]
          : []),
      ];
    });
  },
};

const WORDS = {
  cpuPercent: "processor",
  memoryMb: "memory",
  firstFrameMs: "first average",
} as const;

/** Runs a sandbox on a fast clock, without any client once the first frame has come. */
async function use(
  speed: number,
  { settleMs, measuredMs }: { readonly settleMs: number; readonly measuredMs: number },
): Promise<Usage> {
  const folder = makeFolder();
  const bare = await startServer("test/bench/bare_server.ts");
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
    const firstFrameMs = await timeFirstAverage(server);
    await Bun.sleep(settleMs);
    const before = [cpuSec(server.pid), cpuSec(bare.pid)] as const;
    const beganMs = performance.now();
    while (performance.now() - beganMs < measuredMs) {
      await (await fetch(bare.url)).text();
      await Bun.sleep(ASK_EVERY_MS);
    }
    const percent = 100_000 / (performance.now() - beganMs);
    return {
      cpuPercent: (cpuSec(server.pid) - before[0]) * percent,
      bareCpuPercent: (cpuSec(bare.pid) - before[1]) * percent,
      memoryMb: memoryMb(server.pid),
      firstFrameMs,
    };
  } finally {
    await server.stop();
    await bare.stop();
    folder.remove();
  }
}

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

async function bareMemoryMb(): Promise<number> {
  const { pid, stop } = await startServer("test/bench/bare_server.ts");
  const used = memoryMb(pid);
  await stop();
  return used;
}
