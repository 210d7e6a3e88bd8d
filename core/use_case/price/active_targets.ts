/**
 * The targets of the windows that are open now.
 *
 * @module
 */
import { Effect } from "effect";
import {
  type Asset,
  checkSeries,
  type Interval,
  type MarketWindow,
  windowContaining,
} from "../../market/mod.ts";
import { nowSec } from "./opened_window.ts";
import { TargetCache, type TargetResult } from "./target_cache.ts";
import { Venue } from "../venue/venue.ts";
import { targetQuery } from "./target_query.ts";

/** One open window, and its target or why there is none. */
export interface ActiveTarget {
  readonly window: MarketWindow;
  readonly result: TargetResult;
}

/** Returns one result per interval, in query order. Fails only if the store does. */
export const activeTargets = Effect.fn("activeTargets")(function* (
  query: { readonly asset: Asset; readonly intervals: ReadonlyArray<Interval> },
) {
  const cache = yield* TargetCache;
  const venue = yield* Venue;
  const atSec = yield* nowSec;
  const { asset } = query;
  for (const interval of query.intervals) {
    yield* Effect.fromResult(checkSeries({ asset, interval }));
  }
  const questions = query.intervals.map((interval) =>
    targetQuery(venue, asset, windowContaining(venue.profile.calendar, interval, atSec))
  );
  const { results, isCached } = yield* cache.ask(questions);
  const targets = questions.flatMap(({ window }, index): ReadonlyArray<ActiveTarget> => {
    const result = results[index];
    return result === undefined ? [] : [{ window, result }];
  });
  return { targets, isCached };
});
