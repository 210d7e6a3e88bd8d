/**
 * The targets of several assets for the window that contains an instant.
 *
 * @module
 */
import { Effect } from "effect";
import type { Asset, Interval } from "../../market/mod.ts";
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
  const window = yield* openedWindow(query.interval, query.at);
  const { results, isCached } = yield* cache.ask(
    query.assets.map((asset) => targetQuery(venue, asset, window)),
  );
  const targets = query.assets.flatMap((asset, index): ReadonlyArray<AssetTarget> => {
    const result = results[index];
    return result === undefined ? [] : [{ asset, result }];
  });
  return { window, targets, isCached };
});
