/**
 * A range of history in one answer, warm, of more and more windows.
 *
 * @module
 */
import { UnixSec } from "../../../core/time/mod.ts";
import { type ServerProcess } from "../child.ts";
import { contest } from "../contest.ts";
import { makeDataFolder, START_ISO, startRealService } from "../server_under_test.ts";
import { storeRange } from "../stored_range.ts";
import type { MeasurePaths } from "./path_costs.ts";

const WINDOW_COUNTS = [20, 200, 2_000] as const;
const WINDOW_SEC = 300;
const RULES = { connections: 1, rounds: 7, lapMs: 1_000 };

const nowSec = Date.parse(START_ISO) / 1000;
const endSec = UnixSec(nowSec - nowSec % WINDOW_SEC);

function lastWindows(count: number) {
  return { startSec: UnixSec(endSec - count * WINDOW_SEC), endSec };
}

function pathOf(count: number): string {
  const { startSec } = lastWindows(count);
  return `/api/v1/history/range?asset=btc&type=5min&start=${startSec}&end=${endSec}`;
}

/** Measures it over one connection to the real service. */
export const rangeGrowth: MeasurePaths = async (effort) => {
  const folder = makeDataFolder();
  let server: ServerProcess | undefined;
  try {
    await storeRange(folder.path, lastWindows(Math.max(...WINDOW_COUNTS)));
    server = await startRealService(folder.path);
    const started = server;
    const contenders = WINDOW_COUNTS.map((count) => ({ server: started, paths: [pathOf(count)] }));
    const laps = await contest(contenders, RULES, effort);
    const sizes = WINDOW_COUNTS.map((size, which) => ({
      size,
      values: (laps[which] ?? []).map(({ p50Ms }) => p50Ms),
    }));
    return [{ what: "a range of history", sized: "windows", unit: "ms", sizes }];
  } finally {
    await server?.stop();
    folder.remove();
  }
};
