/**
 * The open windows, each with the one after it as soon as that is about to open.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import {
  type Asset,
  type Interval,
  type MarketWindow,
  windowAfter,
  windowContaining,
} from "../../market/mod.ts";
import { TokenQuotes } from "../../port/token_quotes.ts";
import { UnixSec } from "../../time/mod.ts";
import type { WindowState } from "../../window/mod.ts";
import { RangeBudget, withinOneBudget } from "../price/range_budget.ts";
import { CallerPatience } from "../time/caller_patience.ts";
import { Venue } from "../venue/venue.ts";
import { windowStates } from "./window_states.ts";

/** An open window; `next` is null until a minute before it opens. */
export interface ActiveWindow {
  readonly state: WindowState;
  readonly next: WindowState | null;
}

/** How long before its start a window is given as the next one, in seconds. */
export const NEXT_SEC = 60;

/** Returns the open window of each series, assets first. Fails only if the store does. */
export const activeWindows = Effect.fn("activeWindows")(function* (
  { assets, intervals }: {
    readonly assets: ReadonlyArray<Asset>;
    readonly intervals: ReadonlyArray<Interval>;
  },
) {
  const { profile: { calendar } } = yield* Venue;
  const atSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
  const open = assets.flatMap((asset) =>
    intervals.map((interval) => ({ asset, window: windowContaining(calendar, interval, atSec) }))
  );
  const isDue = (window: MarketWindow) => window.endSec - atSec <= NEXT_SEC;
  const next = open.filter(({ window }) => isDue(window))
    .map(({ asset, window }) => ({ asset, window: windowAfter(calendar, window) }));
  const { states, isCached } = yield* withinOneBudget(windowStates([...open, ...next])).pipe(
    Effect.provideService(RangeBudget, yield* CallerPatience),
  );
  yield* followQuotes(states);
  const later = states.slice(open.length);
  const windows = states.slice(0, open.length).map((state): ActiveWindow => ({
    state,
    next: later.find(({ asset, window }) =>
      asset === state.asset && window.interval === state.window.interval
    ) ?? null,
  }));
  return { windows, isCached };
});

/** Follows the books of windows that can be traded, or soon can. */
export const followQuotes = Effect.fnUntraced(function* (states: ReadonlyArray<WindowState>) {
  const { follow } = yield* TokenQuotes;
  const tokenIds = states
    .filter(({ secondsLeft }) => secondsLeft > 0)
    .flatMap(({ market }) => market?.outcomes ?? [])
    .flatMap(({ tokenId }) => tokenId ?? []);
  if (tokenIds.length > 0) yield* follow(tokenIds);
});
