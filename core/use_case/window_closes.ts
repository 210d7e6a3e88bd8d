/**
 * The closing price of windows that the exchange decides.
 *
 * @module
 */
import { Clock, Effect, Option, Result } from "effect";
import { type Asset, type MarketWindow, windowAfter } from "../market/mod.ts";
import { HistoryBook } from "./history_book.ts";
import { RangeBudget } from "./range_budget.ts";
import { TargetBook } from "./target_book.ts";
import { targetQuery, Venue } from "./venue.ts";

/**
 * One close a window, in order; none while the window is open or when it has none.
 *
 * Where a day is measured from noon to noon, it closes at the very price at which the next one
 * opens; otherwise a window closes with the last trade inside.
 */
export const windowCloses = Effect.fn("windowCloses")(function* (
  query: { readonly asset: Asset; readonly windows: ReadonlyArray<MarketWindow> },
) {
  const venue = yield* Venue;
  const nowMs = yield* Clock.currentTimeMillis;
  const closed = query.windows.filter((window) => window.endSec * 1000 <= nowMs);
  const isDaily = closed[0]?.interval === "daily";
  const { answer, isCached } = isDaily && venue.profile.dailyOpen === "noon_minute"
    ? yield* nextOpenings(query.asset, closed)
    : yield* (yield* HistoryBook).closes({ asset: query.asset, windows: closed });
  const byStart = new Map(closed.map((window, index) => [window.startSec, answer[index]]));
  const closes = query.windows.map((window) =>
    byStart.get(window.startSec) ?? Option.none<bigint>()
  );
  return { closes, isCached };
});

const nextOpenings = Effect.fnUntraced(function* (
  asset: Asset,
  windows: ReadonlyArray<MarketWindow>,
) {
  const book = yield* TargetBook;
  const venue = yield* Venue;
  const { results, isCached } = yield* book.askUntil(
    windows.map((window) => targetQuery(venue, asset, windowAfter(venue.profile.calendar, window))),
    yield* RangeBudget,
  );
  const answer = results.map((result) =>
    Option.map(Option.flatMap(result, Result.getSuccess), ({ priceE18 }) => priceE18)
  );
  return { answer, isCached };
});
