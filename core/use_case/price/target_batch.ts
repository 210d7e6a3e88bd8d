/**
 * The targets of several assets for the window that contains an instant.
 *
 * @module
 */
import { Effect } from "effect";
import { type Asset, checkSeries, type Interval } from "../../market/mod.ts";
import { openedWindow, type RequestedInstant } from "./opened_window.ts";
import { TargetCache, type TargetResult } from "./target_cache.ts";
import { Venue } from "../venue/venue.ts";
import { targetQuery } from "./target_query.ts";

/** One asset's target, or why there is none. */
export interface AssetTarget {
  readonly asset: Asset;
  readonly result: TargetResult;
}

/** Returns one result per asset, in query order. */
export const targetBatch = Effect.fn("targetBatch")(function* (query: {
  readonly assets: ReadonlyArray<Asset>;
  readonly interval: Interval;
  readonly at: RequestedInstant;
}) {
  const cache = yield* TargetCache;
  const venue = yield* Venue;
  const { assets, interval } = query;
  for (const asset of assets) yield* Effect.fromResult(checkSeries({ asset, interval }));
  const window = yield* openedWindow(interval, query.at);
  const { results, isCached } = yield* cache.ask(
    assets.map((asset) => targetQuery(venue, asset, window)),
  );
  const targets = assets.flatMap((asset, index): ReadonlyArray<AssetTarget> => {
    const result = results[index];
    return result === undefined ? [] : [{ asset, result }];
  });
  return { window, targets, isCached };
});
