/**
 * Fills the store of a sandbox that is not running with the targets of a long range.
 *
 * @module
 */
import { Effect, Layer, ManagedRuntime, Option, References } from "effect";
import { layerStore } from "../../../app/store.ts";
import { worldFolder, type WorldName } from "../../../app/world_folder.ts";
import { SPEC_CALENDAR, windowsStartingIn } from "../../../core/market/mod.ts";
import { type IdentifiedTarget, TargetStore } from "../../../core/port/mod.ts";
import type { TimeRange } from "../../../core/time/mod.ts";
import { SEED } from "../server_under_test.ts";

const PRICE_E18 = 50_821_365_807_357_550_000_000n;

/** Puts a target into every 5min window of btc in the range. */
export async function storeRange(dataDir: string, range: TimeRange): Promise<void> {
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
