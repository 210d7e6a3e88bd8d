/** Other venues' windows in memory: for tests, and the reference of the port. @module */
import { Effect, Layer } from "effect";
import { legKey, type LegRecord } from "../../core/leg/mod.ts";
import { LegStore } from "../../core/port/leg_store.ts";
import { isInside } from "../../core/time/mod.ts";

/** Empty at the start of its scope; discarded at its end. */
export const layerMemoryLegStore: Layer.Layer<LegStore> = Layer.sync(LegStore, () => {
  const kept = new Map<string, LegRecord>();
  return LegStore.of({
    find: ({ asset, interval, range }) =>
      Effect.sync(() =>
        [...kept.values()]
          .filter((one) => one.asset === asset && one.interval === interval)
          .filter(({ startSec }) => isInside(range, startSec))
          .toSorted((a, b) => a.startSec - b.startSec || (a.venue < b.venue ? -1 : 1))
      ),
    put: (records) =>
      Effect.sync(() => {
        for (const record of records) {
          const known = kept.get(legKey(record));
          if (known === undefined || known.seenMs <= record.seenMs) {
            kept.set(legKey(record), record);
          }
        }
      }),
  });
});
