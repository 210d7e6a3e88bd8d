/**
 * The exchange's price points between the openings of windows.
 *
 * @module
 */
import { Effect } from "effect";
import type { Asset } from "../../market/mod.ts";
import type { Granularity } from "../../port/price_history.ts";
import { HistoryCache } from "./history_cache.ts";
import { pastOf, refuseTooMany, type RequestedRange } from "./opened_range.ts";
import { Venue } from "../venue/venue.ts";
import { pointsMaxOf } from "./target_query.ts";

const STEP_SEC = { second: 1, minute: 60, hour: 3_600 } as const;

/**
 * Returns points for a range. 1hour: the first trade of each second with a trade. daily: the open
 * of each minute if they fit into an answer, or else of each hour.
 */
export const exchangePoints = Effect.fn("exchangePoints")(function* (query: {
  readonly asset: Asset;
  readonly interval: "1hour" | "daily";
  readonly range: RequestedRange;
}) {
  const history = yield* HistoryCache;
  const max = pointsMaxOf(yield* Venue);
  const past = yield* pastOf(query.range);
  const stepsOf = (granularity: Granularity) =>
    Math.ceil((past.endSec - past.startSec) / STEP_SEC[granularity]);
  const granularity = query.interval === "1hour"
    ? "second"
    : stepsOf("minute") <= max
    ? "minute"
    : "hour";
  const [count, what] = [stepsOf(granularity), `${granularity}s`];
  yield* Effect.fromResult(refuseTooMany(query.range, { count, max, what }));
  return yield* history.points({ asset: query.asset, range: past, granularity });
});
