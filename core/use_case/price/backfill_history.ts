/**
 * One step of a backfill: a store lookup, and a fetch from the bulk source.
 *
 * @module
 */
import { Effect, Result } from "effect";
import type { OpeningFailure, PriceFeed } from "../../port/price_feed.ts";
import type { IdentifiedTarget } from "../../port/target_store.ts";
import { targetKey, type TargetQuery } from "../../price/mod.ts";
import type { FilledWindow } from "./backfill_progress.ts";
import type { TargetCache } from "./target_cache.ts";
import type { TargetGroup } from "./target_group.ts";
import { idOf } from "./target_memory.ts";

/** The outcomes of a step, and the queries left for the regular sources. */
export interface HistoryStep {
  readonly outcomes: ReadonlyArray<FilledWindow>;
  readonly open: ReadonlyArray<TargetQuery>;
  /** Why the bulk source has no price, by target key. */
  readonly lacks: ReadonlyMap<string, OpeningFailure>;
}

/** The most groups fetched in parallel; a feed may limit itself further. */
const CONCURRENT_GROUPS = 4;

/**
 * Looks up the store and fetches the rest from the bulk source. Everything found is stored when
 * this ends. A stored provisional target is fetched too, and kept if the source has nothing better.
 */
export const askHistory = Effect.fn("askHistory")(function* (
  { cache, history }: {
    readonly cache: Pick<TargetCache["Service"], "lookUp" | "finalize">;
    readonly history: PriceFeed;
  },
  queries: ReadonlyArray<TargetQuery>,
) {
  const known = yield* cache.lookUp(queries);
  const stored = new Map(queries.flatMap((query, index) => {
    const target = known[index];
    return target === undefined ? [] : [[targetKey(query), target] as const];
  }));
  const lacks = new Map<string, OpeningFailure>();
  const fetched = new Map<string, FilledWindow>();

  const askGroup = Effect.fnUntraced(function* (group: TargetGroup) {
    const results = yield* history.openings(group);
    const found: Array<IdentifiedTarget & { readonly query: TargetQuery }> = [];
    for (const [index, query] of group.entries()) {
      const result = results[index];
      if (result === undefined) throw new Error("a group has fewer results than queries");
      if (Result.isFailure(result)) lacks.set(targetKey(query), result.failure);
      else found.push({ id: idOf(query), target: result.success, query });
    }
    const kept = yield* cache.finalize(found.map(({ id, target }) => ({ id, target })));
    for (const [index, { query, target }] of found.entries()) {
      const { evidence } = target;
      fetched.set(targetKey(query), {
        query,
        kind: "found",
        target: kept[index] ?? target,
        evidence,
      });
    }
  });

  const wanted = queries.filter((query) =>
    stored.get(targetKey(query))?.isProvisional ?? !stored.has(targetKey(query))
  );
  yield* Effect.forEach(history.groups(wanted), askGroup, {
    concurrency: CONCURRENT_GROUPS,
    discard: true,
  });
  const outcomes = queries.flatMap((query): ReadonlyArray<FilledWindow> => {
    const key = targetKey(query);
    const target = stored.get(key);
    const found = fetched.get(key);
    if (found !== undefined) return [found];
    return target === undefined ? [] : [{ query, kind: "stored_before", target }];
  });
  const open = queries.filter((query) =>
    !stored.has(targetKey(query)) && !fetched.has(targetKey(query))
  );
  return { outcomes, open, lacks } satisfies HistoryStep;
});
