/**
 * A warm week of 5min windows in one answer, compared with writing the same object as JSON.
 *
 * @module
 */
import { UnixSec } from "../../core/time/mod.ts";
import { type Aim, type Benchmark, type Better, compare, type Finding } from "./benchmark.ts";
import { type ServerProcess, startServer } from "./child.ts";
import { contest, type Lap } from "./contest.ts";
import { makeDataFolder, START_ISO, startRealService } from "./server_under_test.ts";
import { storeRange } from "./stored_range.ts";

const NAME = "range";
const WINDOWS = 2_000;
const RATIO_MAX = 2;
const WINDOW_SEC = 300;
const RULES = { connections: 4, rounds: 7, lapMs: 1_500 };

const nowSec = Date.parse(START_ISO) / 1000;
const endSec = UnixSec(nowSec - nowSec % WINDOW_SEC);
const range = { startSec: UnixSec(endSec - WINDOWS * WINDOW_SEC), endSec };
const PATH =
  `/api/v1/history/range?asset=btc&type=5min&start=${range.startSec}&end=${range.endSec}`;

/** The benchmark. */
export const range2000: Benchmark = {
  name: NAME,
  about: `GET /api/v1/history/range of ${WINDOWS} windows, warm`,
  isQuick: true,
  run: async (effort) => {
    const folder = makeDataFolder();
    const servers: Array<ServerProcess> = [];
    try {
      await storeRange(folder.path, range);
      const ours = await startRealService(folder.path);
      servers.push(ours);
      const args = [`${ours.url}${PATH}`];
      servers.push(await startServer("test/bench/stringify_server.ts", { args }));
      const contenders = servers.map((server) => ({ server, paths: [PATH] }));
      const alone = await contest(contenders, { ...RULES, connections: 1 }, effort);
      const together = await contest(contenders, RULES, effort);
      return [
        beside(alone, {
          what: "p50, 1 connection",
          unit: "ms",
          aim: { ratio: RATIO_MAX },
          of: ({ p50Ms }) => p50Ms,
        }),
        beside(alone, { what: "p99, 1 connection", unit: "ms", of: ({ p99Ms }) => p99Ms }),
        beside(together, {
          what: `${RULES.connections} connections`,
          unit: "req/s",
          better: "higher",
          of: ({ requestsPerSec }) => requestsPerSec,
        }),
      ];
    } finally {
      for (const server of servers) await server.stop();
      folder.remove();
    }
  },
};

function beside(
  [ours = [], reference = []]: ReadonlyArray<ReadonlyArray<Lap>>,
  { what, unit, better, aim, of }: {
    readonly what: string;
    readonly unit: string;
    readonly better?: Better;
    readonly aim?: Aim;
    readonly of: (lap: Lap) => number;
  },
): Finding {
  return compare(NAME, {
    unit,
    ...(better === undefined ? {} : { better }),
    ...(aim === undefined ? {} : { aim }),
    ours: { what: `a range of ${WINDOWS} windows, ${what}`, values: ours.map(of) },
    reference: { what: "JSON.stringify alone", values: reference.map(of) },
  });
}
