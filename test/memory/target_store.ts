/** Targets in memory: for tests, and the reference implementation of the port. @module */
import { Effect, Layer, Option } from "effect";
import { type StoredTarget, type TargetId, TargetStore } from "../../core/port/target_store.ts";
import { type Dispute, isProvisional, type Target, withDisputes } from "../../core/price/mod.ts";
import { isInside, type UnixSec } from "../../core/time/mod.ts";

/** Empty at the start of its scope; discarded at its end. */
export const layerMemoryTargetStore: Layer.Layer<TargetStore> = Layer.sync(TargetStore, () => {
  /** By asset and interval, then by start. */
  const targets = new Map<string, Map<UnixSec, Target>>();
  const disputes = new Map<string, ReadonlyArray<Dispute>>();
  const keyOf = ({ asset, interval, startSec }: TargetId) => `${asset}:${interval}:${startSec}`;
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
          .map(([startSec, target]) => toStoredTarget(startSec, target))
      ),
    provisional: (limit) =>
      Effect.sync(() =>
        [...targets].flatMap(([series, byStart]) => {
          const [asset, interval] = series.split(":") as [TargetId["asset"], TargetId["interval"]];
          return [...byStart].filter(([, target]) => isProvisional(target))
            .map(([startSec, target]) => ({ id: { asset, interval, startSec }, target }));
        }).sort((a, b) => b.id.startSec - a.id.startSec).slice(0, limit)
      ),
    evidence: (id) =>
      Effect.sync(() =>
        Option.map(
          Option.fromUndefinedOr(seriesOf(id).get(id.startSec)),
          ({ evidence }) => withDisputes(evidence, disputes.get(keyOf(id)) ?? []),
        )
      ),
    put: (identified) =>
      Effect.sync(() => {
        return identified.map(({ id, target }) => {
          const series = seriesOf(id);
          const known = series.get(id.startSec);
          const isKept = known !== undefined && (!isProvisional(known) || isProvisional(target));
          const kept = isKept ? known : target;
          series.set(id.startSec, kept);
          return toStoredTarget(id.startSec, kept);
        });
      }),
    dispute: (id, dispute) =>
      Effect.sync(() => {
        const known = disputes.get(keyOf(id)) ?? [];
        const isNoted = known.some(({ source, price }) =>
          source === dispute.source && price === dispute.price
        );
        if (!isNoted) disputes.set(keyOf(id), [...known, dispute]);
        return !isNoted;
      }),
    ping: Effect.void,
  });
});

function toStoredTarget(startSec: UnixSec, target: Target): StoredTarget {
  const { priceE18, source } = target;
  return { startSec, priceE18, source, ...(isProvisional(target) ? { isProvisional: true } : {}) };
}
