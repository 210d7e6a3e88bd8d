/**
 * The windows of a series between the last published one and the next one to publish.
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
import { REPLAY_MAX } from "./replay_limit.ts";

/** The windows to publish, oldest first, and the older ones that are skipped. */
export interface PendingWindows {
  readonly skipped: { readonly fromSeq: number; readonly toSeq: number } | undefined;
  readonly windows: ReadonlyArray<MarketWindow>;
}

/**
 * Returns the windows that start after `afterSec` and no later than `lastSec`: at most
 * {@linkcode REPLAY_MAX}, the newest ones.
 */
export function windowsAfter(
  calendar: Calendar,
  interval: Interval,
  { afterSec, lastSec }: { readonly afterSec: number; readonly lastSec: number },
): PendingWindows {
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

/** Returns the window immediately before this one. */
export function windowBefore(calendar: Calendar, window: MarketWindow): MarketWindow {
  return windowContaining(calendar, window.interval, UnixSec(Math.max(0, window.startSec - 1)));
}
