/**
 * A warm week of 5min windows in one answer, compared with writing the same object as JSON.
 *
 * @module
 */
import { Effect, Layer, ManagedRuntime, Option, References } from "effect";
import { layerStore } from "../../app/wiring/store.ts";
import { worldFolder, type WorldName } from "../../app/wiring/world_folder.ts";
import { SPEC_CALENDAR, windowsStartingIn } from "../../core/market/mod.ts";
import { type IdentifiedTarget, TargetStore } from "../../core/port/target_store.ts";
import { type TimeRange, UnixSec } from "../../core/time/mod.ts";
import { type Benchmark, compare } from "./benchmark.ts";
import { SEED, type ServerProcess, START_ISO, startRealService, startServer } from "./child.ts";
import { contest } from "./contest.ts";
import { makeFolder } from "../temporary_folder.ts";

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
    const folder = makeFolder();
    const servers: Array<ServerProcess> = [];
    try {
      await storeRange(folder.path, { startSec, endSec });
      const ours = await startRealService(folder.path);
      const args = [ours.url, PATH];
      // The first answer fills the cache.
      await (await fetch(ours.url + PATH)).text();
      servers.push(ours, await startServer("test/bench/stringify_server.ts", { args }));
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

const PRICE_E18 = 50_821_365_807_357_550_000_000n;

/** Puts a target into every 5min window of btc in the range. */
async function storeRange(dataDir: string, range: TimeRange): Promise<void> {
  const world: WorldName = `sandbox_${SEED}`;
  const folder = worldFolder({ dataDir }, world);
  const runtime = ManagedRuntime.make(
    layerStore({ databaseUrl: Option.none(), redisUrl: Option.none() }, { world, folder }).pipe(
      Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
    ),
  );
  const targets = [...windowsStartingIn(SPEC_CALENDAR, "5min", range)].map(
    ({ interval, startSec }, index): IdentifiedTarget => {
      const priceE18 = PRICE_E18 + BigInt(index) * 1_234_567_890_123_456n;
      return {
        id: { asset: "btc", interval, startSec },
        target: {
          priceE18,
          source: "oracle",
          evidence: {
            kind: "report",
            stream: "spot",
            feedId: "0x00",
            validFromSec: startSec,
            observedSec: startSec,
            priceE18: String(priceE18),
            fullReport: "0x00",
          },
        },
      };
    },
  );
  await runtime.runPromise(TargetStore.use((store) => store.put(targets)).pipe(Effect.asVoid));
  await runtime.dispose();
}
