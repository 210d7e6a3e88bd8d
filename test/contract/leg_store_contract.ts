/** The contract that every adapter of the `LegStore` port must meet. @module */
import { expect, test } from "bun:test";
import type { LegRecord } from "../../core/leg/mod.ts";
import { LegStore } from "../../core/port/leg_store.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { marketOf, recordOf, START_SEC } from "../core/leg/arbitrary.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";

/** Declares the contract's tests for one adapter. */
export function legStoreContract(world: StoreWorld<LegStore>): void {
  describeStore("the store of other venues' windows", world, (run) => {
    const put = (records: ReadonlyArray<LegRecord>) =>
      run(LegStore.use((store) => store.put(records)));
    const find = (fromSec: number, toSec: number, asset: LegRecord["asset"] = "doge") =>
      run(LegStore.use((store) => {
        const range = { startSec: UnixSec(fromSec), endSec: UnixSec(toSec) };
        return store.find({ asset, interval: "15min", range });
      }));

    test("returns what was stored, text by text, by start and inside the range", async () => {
      const first = marketOf("final", { target: "0.0821210", settled: "0.1", result: "down" });
      const records = [
        { ...recordOf({ ...first, id: "é'\"\\" }), earlier: [first, marketOf("open")] },
        recordOf(null, { sec: START_SEC + 900 }),
        recordOf(marketOf("announced", { digits: null }), { sec: START_SEC + 1_800 }),
      ];
      await put(records.toReversed());
      expect(await find(START_SEC, START_SEC + 1_801)).toEqual(records);
      expect(await find(START_SEC + 1, START_SEC + 1_800)).toEqual(records.slice(1, 2));
      expect(await find(START_SEC, START_SEC + 1_801, "btc")).toEqual([]);
    });

    test("is changed by what was read later, and by nothing that was read before", async () => {
      const sec = START_SEC + 9_000;
      const known = recordOf(marketOf("closed"), { sec, seenMs: 10 });
      const later = recordOf(marketOf("void", { settled: "1" }), { sec, seenMs: 11 });
      await put([known]);
      await put([later]);
      await put([known]);
      expect(await find(sec, sec + 1)).toEqual([later]);
    });
  });
}
