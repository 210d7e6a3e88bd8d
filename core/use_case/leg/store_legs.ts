/**
 * Stores what was read of another venue's windows, and tells who shows them.
 *
 * @module
 */
import { Effect, Metric } from "effect";
import { chainedTarget, isDisputed, legKey, type LegRecord, mergeLeg } from "../../leg/mod.ts";
import { LegStore } from "../../port/leg_store.ts";
import { News } from "../../port/news.ts";
import { UnixSec } from "../../time/mod.ts";
import { Publisher } from "../live/publisher.ts";

/** How many windows one item of news names. */
const CHANGED_MAX = 500;

/**
 * Merges readings into what is known, stores what that changes, and tells the whole fleet. Returns
 * the records as they are known then, in order. Fails if the store does: nothing is told then.
 */
export const storeLegs = Effect.fnUntraced(function* (
  readings: ReadonlyArray<LegRecord>,
  knownOf: (key: string) => LegRecord | undefined,
) {
  const merged = readings.map((seen) => {
    const known = knownOf(legKey(seen));
    return { known, record: mergeLeg(known, seen) };
  });
  const changed = merged.filter(({ known, record }) => record !== known)
    .map(({ record }) => record);
  yield* storeChanged(changed);
  for (const { known, record } of merged) {
    if (record !== known) yield* noteContradictions(record, known, knownOf);
  }
  return merged.map(({ record }) => record);
});

const CONTRADICTIONS = Metric.counter("strikeline_leg_contradictions_total", {
  description: "Markets of other venues whose result, or whose target, is not what other numbers " +
    "of theirs say.",
  incremental: true,
});

/** Counts and logs what a venue says against itself. It is shown as it is. */
const noteContradictions = Effect.fnUntraced(function* (
  record: LegRecord,
  known: LegRecord | undefined,
  knownOf: (key: string) => LegRecord | undefined,
) {
  const note = (kind: string) =>
    Effect.andThen(
      Metric.update(Metric.withAttributes(CONTRADICTIONS, { venue: record.venue, kind }), 1),
      Effect.annotateLogs(Effect.logWarning("A market contradicts its own venue"), {
        ...{ id: record.market?.id, kind },
      }),
    );
  if (isDisputed(record) && !isDisputed(known)) yield* note("result");
  const target = record.market?.target ?? null;
  if (target === null || (known?.market?.target ?? null) !== null) return;
  const lengthSec = record.endSec - record.startSec;
  const before = knownOf(legKey({ ...record, startSec: UnixSec(record.startSec - lengthSec) }));
  const chained = chainedTarget(before, record);
  if (chained !== undefined && chained !== target) yield* note("target");
});

/** Stores records that have changed, and tells the whole fleet. Fails if the store does. */
export const storeChanged = Effect.fnUntraced(function* (changed: ReadonlyArray<LegRecord>) {
  if (changed.length === 0) return;
  yield* (yield* LegStore).put(changed);
  const ids = changed.map(({ venue, asset, interval, startSec, endSec }) => ({
    ...{ venue, asset, interval, startSec, endSec },
  }));
  const news = yield* News;
  for (let from = 0; from < ids.length; from += CHANGED_MAX) {
    news.publish("legs", { kind: "legs", changed: ids.slice(from, from + CHANGED_MAX) });
  }
  (yield* Publisher).publishLegs(ids);
});
