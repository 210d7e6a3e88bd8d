/**
 * Final targets in memory, for tests and as the plainest reading of the port.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { TargetStore } from "../../core/port/mod.ts";
import type { Target } from "../../core/price/mod.ts";
import { isInside, type UnixSec } from "../../core/time/mod.ts";

/** Empty when its scope begins, forgotten when it ends. */
export const layerMemoryTargetStore: Layer.Layer<TargetStore> = Layer.sync(TargetStore, () => {
  /** By asset and interval, then by start. */
  const targets = new Map<string, Map<UnixSec, Target>>();
  const seriesOf = (id: { readonly asset: string; readonly interval: string }) => {
    const key = `${id.asset}:${id.interval}`;
    const known = targets.get(key);
    if (known !== undefined) return known;
    const series = new Map<UnixSec, Target>();
    targets.set(key, series);
    return series;
  };
  return TargetStore.of({
    find: (query) =>
      Effect.sync(() =>
        [...seriesOf(query)]
          .filter(([startSec]) => isInside(query.range, startSec))
          .sort(([a], [b]) => a - b)
          .map(([startSec, { priceE18, source }]) => ({ startSec, priceE18, source }))
      ),
    evidence: (id) =>
      Effect.sync(() =>
        Option.map(Option.fromUndefinedOr(seriesOf(id).get(id.startSec)), (found) => found.evidence)
      ),
    put: (identified) =>
      Effect.sync(() => {
        return identified.map(({ id, target }) => {
          const series = seriesOf(id);
          const kept = series.get(id.startSec) ?? target;
          series.set(id.startSec, kept);
          return { startSec: id.startSec, priceE18: kept.priceE18, source: kept.source };
        });
      }),
    ping: Effect.void,
  });
});
