/**
 * One step of a backfill: what the store has, and what the bulk source gives.
 *
 * @module
 */
import { Effect, Result } from "effect";
import type { IdentifiedTarget, OpeningFailure, PriceFeed } from "../port/mod.ts";
import { targetKey, type TargetQuery } from "../price/mod.ts";
import type { FilledWindow } from "./backfill_progress.ts";
import type { TargetBook } from "./target_book.ts";
import { idOf, type TargetGroup } from "./target_group.ts";

/** What is known of some windows, and what is left to ask the usual sources for. */
export interface HistoryStep {
  readonly outcomes: ReadonlyArray<FilledWindow>;
  readonly open: ReadonlyArray<TargetQuery>;
  /** Why the bulk source has no price, by target key. */
  readonly lacks: ReadonlyMap<string, OpeningFailure>;
}

/** Groups at once: a feed keeps its own pace below that. */
const GROUPS_AT_ONCE = 4;

/**
 * Looks into the store and asks the bulk source for the rest. All that it gives
 * is stored when this ends. What is stored and provisional is asked for as well, and stays if the
 * source has nothing better.
 */
export const askHistory = Effect.fn("backfill.history")(function* (
  { book, history }: {
    readonly book: Pick<TargetBook["Service"], "lookUp" | "settle">;
    readonly history: PriceFeed;
  },
  queries: ReadonlyArray<TargetQuery>,
) {
  const known = yield* book.lookUp(queries);
  const stored = new Map(queries.flatMap((query, index) => {
    const target = known[index];
    return target === undefined ? [] : [[targetKey(query), target] as const];
  }));
  const lacks = new Map<string, OpeningFailure>();
  const given = new Map<string, FilledWindow>();

  const askGroup = Effect.fnUntraced(function* (group: TargetGroup) {
    const results = yield* history.openings(group);
    const found: Array<IdentifiedTarget & { readonly query: TargetQuery }> = [];
    for (const [index, query] of group.entries()) {
      const result = results[index];
      if (result === undefined) throw new Error("a group came back short");
      if (Result.isFailure(result)) lacks.set(targetKey(query), result.failure);
      else found.push({ id: idOf(query), target: result.success, query });
    }
    const kept = yield* book.settle(found.map(({ id, target }) => ({ id, target })));
    for (const [index, { query, target }] of found.entries()) {
      const { evidence } = target;
      given.set(targetKey(query), {
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
    concurrency: GROUPS_AT_ONCE,
    discard: true,
  });
  const outcomes = queries.flatMap((query): ReadonlyArray<FilledWindow> => {
    const key = targetKey(query);
    const target = stored.get(key);
    const found = given.get(key);
    if (found !== undefined) return [found];
    return target === undefined ? [] : [{ query, kind: "stored_before", target }];
  });
  const open = queries.filter((query) =>
    !stored.has(targetKey(query)) && !given.has(targetKey(query))
  );
  return { outcomes, open, lacks } satisfies HistoryStep;
});
