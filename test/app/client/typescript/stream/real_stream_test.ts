import { layerMemoryTargetStore } from "../../../../memory/target_store.ts";
import type { Asset } from "../../../../../core/market/mod.ts";
import { Effect } from "effect";
import { TargetStore } from "../../../../../core/port/mod.ts";
import { reportOf, startStreamServer } from "../../../../http/stream/stream_server.ts";
import { streamClientContract } from "./stream_client_contract.ts";
import { type StreamWorld, WORLD_ASSETS } from "./stream_world.ts";

/** The real service over a scripted oracle. */
async function startWorld(): Promise<StreamWorld> {
  const store = await Effect.runPromise(
    Effect.provide(TargetStore.use(Effect.succeed), layerMemoryTargetStore),
  );
  /** Windows that never had a price. */
  const missing = new Set<string>();
  const isAnswering = (asset: Asset, startSec: number) => !missing.has(`${asset} ${startSec}`);
  let server = await startStreamServer({ store, isAnswering });
  const { port } = server;
  const nowSec = () => Math.floor(server.clock.nowMs() / 1000);
  return {
    port: () => port,
    nowSec,
    report: (sec, assets) => {
      server.clock.moveTo(sec + 1);
      for (const asset of WORLD_ASSETS) {
        if (!assets.includes(asset)) {
          missing.add(`${asset} ${sec}`);
          continue;
        }
        const fromSec = server.stream.headOf(`twap:${asset}:60`) + 1;
        if (fromSec < sec) {
          const lost = { kind: "lost_reports", asset, stream: "twap_60" } as const;
          server.emit({ ...lost, fromSec, toSec: sec - 1 });
        }
        server.emit({ kind: "report", asset, report: reportOf(asset, sec) });
      }
    },
    restart: async () => {
      const startSec = nowSec();
      await server.stop();
      server = await startStreamServer({ store, isAnswering, port, startSec });
    },
    stop: () => server.stop(),
  };
}

streamClientContract("the service's own stream", startWorld, { numRuns: 12 });
