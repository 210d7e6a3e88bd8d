/**
 * The closing prices of windows.
 *
 * @module
 */
import { Clock, Effect, Option, Result } from "effect";
import { type Asset, type MarketWindow, providerOf, windowAfter } from "../../market/mod.ts";
import { streamOf, type TargetQuery, type TargetSource } from "../../price/mod.ts";
import { HistoryCache } from "./history_cache.ts";
import { RangeBudget } from "./range_budget.ts";
import { TargetCache } from "./target_cache.ts";
import { Venue, type VenueChoice } from "../venue/venue.ts";
import { targetQuery } from "./target_query.ts";

/**
 * How long after its end a window's close is final, in milliseconds: an exchange may still write a
 * candle for some time.
 */
export const CLOSE_AFTER_MS = { oracle: 2_000, exchange: 60_000 } as const;

/** The closing price of a window. */
export interface WindowClose {
  readonly priceE18: bigint;
  readonly source: TargetSource;
  /** The venue may still correct it. */
  readonly isProvisional: boolean;
}

/** A query for the closes of windows, all of one interval, oldest first. */
export interface WindowClosesQuery {
  readonly asset: Asset;
  readonly windows: ReadonlyArray<MarketWindow>;
}

/** One close per window, in order. `leftCount`: the number not fetched in time. */
export interface WindowCloses {
  readonly closes: ReadonlyArray<Option.Option<WindowClose>>;
  readonly leftCount: number;
  readonly isCached: boolean;
}

/**
 * Returns one close per window; none while the window is open or if it has none.
 *
 * For the oracle's windows, and for days from noon to noon, a window closes at exactly the price at
 * which the next one opens. Other windows close with their last trade.
 */
export const windowCloses = Effect.fn("windowCloses")(function* (query: WindowClosesQuery) {
  const venue = yield* Venue;
  const nowMs = yield* Clock.currentTimeMillis;
  const closed = query.windows.filter((window) => window.endSec * 1000 <= nowMs);
  const answer = yield* closesOf(venue, { ...query, windows: closed });
  const byStart = new Map(
    closed.map((window, index) => [window.startSec, answer.closes[index]] as const),
  );
  const closes = query.windows.map(({ startSec }) => byStart.get(startSec) ?? Option.none());
  return { ...answer, closes } satisfies WindowCloses;
});

/** Whether a window closes at the price at which the next one opens, or else with a candle. */
export function closesAtNextOpening(
  { profile }: VenueChoice,
  { interval }: Pick<MarketWindow, "interval">,
): boolean {
  return providerOf(interval) === "oracle" ||
    (interval === "daily" && profile.dailyOpen === "noon_minute");
}

/** Returns the closes of windows that have ended. */
const closesOf = Effect.fnUntraced(function* (venue: VenueChoice, query: WindowClosesQuery) {
  const [first] = query.windows;
  if (first === undefined) return { closes: [], leftCount: 0, isCached: true };
  if (closesAtNextOpening(venue, first)) return yield* nextOpenings(venue, query);
  const { answer, isCached } = yield* (yield* HistoryCache).closes(query);
  const closes = answer.map(Option.map((priceE18) => ({
    priceE18,
    source: "klines" as const,
    isProvisional: false,
  })));
  return { closes, leftCount: 0, isCached };
});

const nextOpenings = Effect.fnUntraced(function* (
  venue: VenueChoice,
  { asset, windows }: WindowClosesQuery,
) {
  const cache = yield* TargetCache;
  const questions = windows.map((window) => closingQuestion(venue, asset, window));
  const asked = questions.flatMap(Option.toArray);
  const { results, isCached } = yield* cache.askUntil(asked, yield* RangeBudget);
  const leftCount = results.filter(Option.isNone).length;
  let at = 0;
  const closes = questions.map((question) => {
    const result = Option.isNone(question) ? Option.none() : results[at++] ?? Option.none();
    return Option.map(
      Option.flatMap(result, Result.getSuccess),
      ({ priceE18, source, isProvisional }): WindowClose => ({
        priceE18,
        source,
        isProvisional: isProvisional === true,
      }),
    );
  });
  return { closes, leftCount, isCached };
});

/**
 * Returns the query for a window's closing price, the next window's target. None for the last
 * window before the venue changed to another stream of the oracle: it closed on the old stream, and
 * the next window opened on the new one.
 */
function closingQuestion(
  venue: VenueChoice,
  asset: Asset,
  window: MarketWindow,
): Option.Option<TargetQuery> {
  const own = targetQuery(venue, asset, window);
  const next = targetQuery(venue, asset, windowAfter(venue.profile.calendar, window));
  return streamOf(own.rule) === streamOf(next.rule) ? Option.some(next) : Option.none();
}
