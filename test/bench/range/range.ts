/**
 * A warm week of 5min windows in one answer, compared with writing the same object as JSON.
 *
 * @module
 */
import { UnixSec } from "../../../core/time/mod.ts";
import { type Benchmark, compare } from "../benchmark.ts";
import { type ServerProcess, startServer } from "../child.ts";
import { contest } from "../contest.ts";
import { makeDataFolder, START_ISO, startRealService } from "../server_under_test.ts";
import { storeRange } from "./stored_range.ts";

const NAME = "range";
const WINDOWS = 2_000;
const WINDOW_SEC = 300;

const nowSec = Date.parse(START_ISO) / 1000;
const endSec = UnixSec(nowSec - nowSec % WINDOW_SEC);
const startSec = UnixSec(endSec - WINDOWS * WINDOW_SEC);
const PATH = `/api/v1/history/range?asset=btc&type=5min&start=${startSec}&end=${endSec}`;

/** The benchmark. */
export const range: Benchmark = {
  name: NAME,
  about: `GET /api/v1/history/range of ${WINDOWS} windows, warm, over one connection`,
  isInQuickRun: true,
  run: async (effort) => {
    const folder = makeDataFolder();
    const servers: Array<ServerProcess> = [];
    try {
      await storeRange(folder.path, { startSec, endSec });
      const ours = await startRealService(folder.path);
      const args = [`${ours.url}${PATH}`];
      servers.push(ours, await startServer("test/bench/range/stringify_server.ts", { args }));
      const contenders = servers.map((server) => ({ server, paths: [PATH] }));
      const [own = [], reference = []] = await contest(contenders, 1, effort);
      return (["p50", "p99"] as const).map((percentile) =>
        compare(NAME, {
          unit: "ms",
          aim: percentile === "p50" ? { ratio: 2 } : undefined,
          ours: {
            what: `a range of ${WINDOWS} windows, ${percentile}`,
            values: own.map((lap) => lap[`${percentile}Ms`]),
          },
          reference: {
            what: "JSON.stringify alone",
            values: reference.map((lap) => lap[`${percentile}Ms`]),
          },
        })
      );
    } finally {
      for (const server of servers) await server.stop();
      folder.remove();
    }
  },
};
