/**
 * One window by its slug, and the past windows of a series, page by page.
 *
 * @module
 */
import { Clock, Effect, Schema } from "effect";
import {
  type Asset,
  type Interval,
  type MarketWindow,
  windowContaining,
  windowOfSlug,
} from "../../market/mod.ts";
import { AHEAD_SEC_MAX, EARLIEST_SEC, type TimeRange, UnixSec } from "../../time/mod.ts";
import { withinOneBudget } from "../price/range_budget.ts";
import { Venue } from "../venue/venue.ts";
import { followQuotes } from "./active_windows.ts";
import { windowStates } from "./window_states.ts";

/** No window of an asset that is served has this slug. */
export class WindowUnknown extends Schema.TaggedError<WindowUnknown>()("WindowUnknown", {
  slug: Schema.String,
  /** The slug of a window that is open now. */
  example: Schema.String,
}) {
  override get message(): string {
    return `Cannot find the window with slug "${this.slug}": no window has it`;
  }
}

/** Returns the window with a slug, past, open or to come. */
export const namedWindow = Effect.fnUntraced(function* (slug: string) {
  const { profile } = yield* Venue;
  const nowSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
  const found = windowOfSlug(profile, slug, nowSec);
  const startSec = found?.window.startSec ?? 0;
  if (found === undefined || startSec < EARLIEST_SEC || startSec > nowSec + AHEAD_SEC_MAX) {
    const example = profile.slugOf("btc", windowContaining(profile.calendar, "5min", nowSec));
    return yield* new WindowUnknown({ slug, example });
  }
  return found;
});

/** Returns the state of the window with a slug. */
export const windowBySlug = Effect.fn("windowBySlug")(function* (slug: string) {
  const answer = yield* withinOneBudget(windowStates([yield* namedWindow(slug)]));
  yield* followQuotes(answer.states);
  return answer;
});

/** Windows of a series that start in a range and have ended; at most `limit`, the newest. */
export interface PastWindowsQuery {
  readonly asset: Asset;
  readonly interval: Interval;
  readonly range: TimeRange;
  readonly limit: number;
}

/**
 * Returns the states of past windows, newest first. `isMore`: the range has older ones, which start
 * before the last of these.
 */
export const pastWindows = Effect.fn("pastWindows")(function* (
  { asset, interval, range, limit }: PastWindowsQuery,
) {
  const { profile: { calendar } } = yield* Venue;
  const nowSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
  const windows: Array<MarketWindow> = [];
  let window = windowContaining(calendar, interval, UnixSec(Math.min(range.endSec - 1, nowSec)));
  const previous = () => windowContaining(calendar, interval, UnixSec(window.startSec - 1));
  while (window.endSec > nowSec) window = previous();
  for (; window.startSec >= range.startSec && windows.length <= limit; window = previous()) {
    windows.push(window);
  }
  const shown = windows.slice(0, limit);
  const found = yield* withinOneBudget(windowStates(shown.map((window) => ({ asset, window }))));
  return { ...found, isMore: windows.length > limit };
});
