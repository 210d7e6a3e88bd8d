/**
 * Which windows lie between what was told of a series and what is to be told next.
 *
 * @module
 */
import {
  type Calendar,
  countWindowsStartingIn,
  type Interval,
  type MarketWindow,
  windowAfter,
  windowContaining,
} from "../market/mod.ts";
import { UnixSec } from "../time/mod.ts";

/** At most so many windows, or seconds, of a topic are told again to whoever comes back. */
export const REPLAY_MAX = 288;

/** Windows to tell, oldest first, and those further back that are not told. */
export interface Stretch {
  readonly skipped: { readonly fromSeq: number; readonly toSeq: number } | undefined;
  readonly windows: ReadonlyArray<MarketWindow>;
}

/**
 * The windows that start after `afterSec` and at `lastSec` or before, at most
 * {@linkcode REPLAY_MAX} of them: the youngest.
 */
export function windowsAfter(
  calendar: Calendar,
  interval: Interval,
  { afterSec, lastSec }: { readonly afterSec: number; readonly lastSec: number },
): Stretch {
  if (lastSec <= afterSec) return { skipped: undefined, windows: [] };
  const range = { startSec: UnixSec(afterSec + 1), endSec: UnixSec(lastSec + 1) };
  const count = countWindowsStartingIn(calendar, interval, range);
  if (count === 0) return { skipped: undefined, windows: [] };
  const newestFirst: Array<MarketWindow> = [];
  let window = windowContaining(calendar, interval, UnixSec(lastSec));
  while (newestFirst.length < Math.min(count, REPLAY_MAX)) {
    newestFirst.push(window);
    window = windowBefore(calendar, window);
  }
  const windows = newestFirst.reverse();
  if (count <= REPLAY_MAX) return { skipped: undefined, windows };
  const before = windowContaining(calendar, interval, range.startSec);
  const first = before.startSec < range.startSec ? windowAfter(calendar, before) : before;
  return { skipped: { fromSeq: first.startSec, toSeq: window.startSec }, windows };
}

/** The window right before this one. */
export function windowBefore(calendar: Calendar, window: MarketWindow): MarketWindow {
  return windowContaining(calendar, window.interval, UnixSec(Math.max(0, window.startSec - 1)));
}
