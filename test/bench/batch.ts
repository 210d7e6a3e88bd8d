/**
 * The targets of all assets at an instant that nobody asked for, compared with one provider call.
 *
 * @module
 */
import { ASSETS } from "../../core/market/mod.ts";
import { startWorld } from "../app/world_of_processes.ts";
import { type Benchmark, compare } from "./benchmark.ts";
import { makeDataFolder, SEED, START_ISO, startRealService } from "./server_under_test.ts";

const NAME = "batch";
const CALL_MS = 50;
/** The oracle allows ten calls a second, so that a batch waits for the one before to be over. */
const PAUSE_MS = 1_000;
const ROUNDS = 15;
const WINDOW_SEC = 300;

/** The benchmark. */
export const batch: Benchmark = {
  name: NAME,
  about: `the targets of ${ASSETS.length} assets, cold, at ${CALL_MS} ms a provider call`,
  run: async (effort) => {
    const folder = makeDataFolder();
    const world = startWorld({ startIso: START_ISO, speed: 1, seed: SEED });
    const oracle = world.simulators.urlOf("oracle");
    const service = await startRealService(folder.path, world.settings);
    try {
      await delayCalls(oracle);
      const startSec = Date.parse(START_ISO) / 1_000 - 3 * 86_400;
      const batchMs: Array<number> = [];
      const callMs: Array<number> = [];
      for (let round = -2; round < effort.rounds(ROUNDS); round++) {
        const atSec = startSec + round * WINDOW_SEC;
        const tookMs = await msOf(
          `${service.url}/api/v1/targets/timestamp/batch?type=5min&timestamp=${atSec}`,
        );
        await Bun.sleep(PAUSE_MS);
        const callTookMs = await msOf(`${oracle}/api/v1/feeds`);
        if (round < 0) continue;
        batchMs.push(tookMs);
        callMs.push(callTookMs);
      }
      return [compare(NAME, {
        unit: "ms",
        aim: { ratio: 1.3 },
        ours: { what: `${ASSETS.length} targets that nobody asked for`, values: batchMs },
        reference: { what: "one provider call", values: callMs },
      })];
    } finally {
      await service.stop();
      await world.simulators.stop();
      folder.remove();
    }
  },
};

/** Has every call of the oracle answered late, however it is answered. */
async function delayCalls(oracle: string): Promise<void> {
  const body = JSON.stringify({ match: "GET /", kind: "delay", delay_ms: CALL_MS });
  const response = await fetch(`${oracle}/__faults`, { method: "POST", body });
  if (!response.ok) throw new Error(`Cannot delay the oracle: ${await response.text()}`);
}

async function msOf(url: string): Promise<number> {
  const startMs = performance.now();
  const response = await fetch(url);
  const text = await response.text();
  if (url.includes("/targets/") && (!response.ok || text.includes(`"ok":false`))) {
    throw new Error(`Cannot measure a batch that fails: ${text}`);
  }
  return performance.now() - startMs;
}
