/**
 * The targets of every window in a range.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { Asset, Interval, MarketWindow } from "../market/mod.ts";
import { RangeBudget } from "./range_budget.ts";
import { type AskedRange, openedWindows } from "./opened_range.ts";
import { type BookResult, TargetBook } from "./target_book.ts";
import { targetQuery, Venue } from "./venue.ts";

/** One window of a range; none when there was no time to ask for it. */
export interface RangeTarget {
  readonly window: MarketWindow;
  readonly result: Option.Option<BookResult>;
}

/** One item a window, in order. Refuses ranges that are reversed, to come or too large. */
export const targetRange = Effect.fn("targetRange")(function* (query: {
  readonly asset: Asset;
  readonly interval: Interval;
  readonly range: AskedRange;
}) {
  const book = yield* TargetBook;
  const venue = yield* Venue;
  const windows = yield* openedWindows(query.interval, query.range);
  const { results, isCached } = yield* book.askUntil(
    windows.map((window) => targetQuery(venue, query.asset, window)),
    yield* RangeBudget,
  );
  const targets = windows.map((window, index): RangeTarget => ({
    window,
    result: results[index] ?? Option.none(),
  }));
  return { targets, isCached };
});
