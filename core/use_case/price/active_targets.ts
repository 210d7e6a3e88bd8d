/**
 * The targets of the windows that are open now.
 *
 * @module
 */
import { Effect } from "effect";
import {
  type Asset,
  checkSeries,
  factsOf,
  type Interval,
  type MarketWindow,
  windowContaining,
} from "../../market/mod.ts";
import { nowSec } from "./opened_window.ts";
import { TargetCache, type TargetResult } from "./target_cache.ts";
import { Venue } from "../venue/venue.ts";
import { targetQuery } from "./target_query.ts";

/** One open window of an asset, and its target or why there is none. */
export interface ActiveTarget {
  readonly asset: Asset;
  readonly window: MarketWindow;
  readonly result: TargetResult;
}

/**
 * Returns one result per asset and interval, assets first, in query order; of all intervals that an
 * asset has where none are named. Fails only if the store does.
 */
export const activeTargets = Effect.fn("activeTargets")(function* (
  { assets, intervals }: {
    readonly assets: ReadonlyArray<Asset>;
    readonly intervals?: ReadonlyArray<Interval> | undefined;
  },
) {
  const cache = yield* TargetCache;
  const venue = yield* Venue;
  const atSec = yield* nowSec;
  const series = assets.flatMap((asset) =>
    (intervals ?? factsOf(asset).intervals).map((interval) => ({ asset, interval }))
  );
  for (const one of series) yield* Effect.fromResult(checkSeries(one));
  const questions = series.map(({ asset, interval }) =>
    targetQuery(venue, asset, windowContaining(venue.profile.calendar, interval, atSec))
  );
  const { results, isCached } = yield* cache.ask(questions);
  const targets = questions.flatMap(({ asset, window }, index): ReadonlyArray<ActiveTarget> => {
    const result = results[index];
    return result === undefined ? [] : [{ asset, window, result }];
  });
  return { targets, isCached };
});
