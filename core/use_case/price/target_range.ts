/**
 * The targets of every window in a range.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { type Asset, checkSeries, type Interval, type MarketWindow } from "../../market/mod.ts";
import { RangeBudget } from "./range_budget.ts";
import { openedWindows, type RequestedRange } from "./opened_range.ts";
import { TargetCache, type TargetResult } from "./target_cache.ts";
import { Venue } from "../venue/venue.ts";
import { targetQuery } from "./target_query.ts";

/** One window of a range. `result` is none if there was no time to fetch it. */
export interface RangeTarget {
  readonly window: MarketWindow;
  readonly result: Option.Option<TargetResult>;
}

/** Returns one item per window, in order. Refuses reversed, future and too large ranges. */
export const targetRange = Effect.fn("targetRange")(function* (query: {
  readonly asset: Asset;
  readonly interval: Interval;
  readonly range: RequestedRange;
}) {
  const cache = yield* TargetCache;
  const venue = yield* Venue;
  yield* Effect.fromResult(checkSeries(query));
  const windows = yield* openedWindows(query.interval, query.range);
  const { results, isCached } = yield* cache.askUntil(
    windows.map((window) => targetQuery(venue, query.asset, window)),
    yield* RangeBudget,
  );
  const targets = windows.map((window, index): RangeTarget => ({
    window,
    result: results[index] ?? Option.none(),
  }));
  return { targets, isCached };
});
