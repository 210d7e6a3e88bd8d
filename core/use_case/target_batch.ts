/**
 * The targets of several assets for the window an instant falls in.
 *
 * @module
 */
import { Effect } from "effect";
import type { Asset, Interval } from "../market/mod.ts";
import { type NamedInstant, openedWindow } from "./opened_window.ts";
import { type BookResult, TargetBook } from "./target_book.ts";
import { targetQuery, Venue } from "./venue.ts";

/** One asset's target, or why there is none. */
export interface AssetTarget {
  readonly asset: Asset;
  readonly result: BookResult;
}

/** One result an asset, in the order asked. */
export const targetBatch = Effect.fn("targetBatch")(function* (query: {
  readonly assets: ReadonlyArray<Asset>;
  readonly interval: Interval;
  readonly at: NamedInstant;
}) {
  const book = yield* TargetBook;
  const venue = yield* Venue;
  const window = yield* openedWindow(query.interval, query.at);
  const { results, isCached } = yield* book.ask(
    query.assets.map((asset) => targetQuery(venue, asset, window)),
  );
  const targets = query.assets.flatMap((asset, index): ReadonlyArray<AssetTarget> => {
    const result = results[index];
    return result === undefined ? [] : [{ asset, result }];
  });
  return { window, targets, isCached };
});
