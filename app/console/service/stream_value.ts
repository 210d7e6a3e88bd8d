/**
 * The latest of what the stream says, and whether it is current.
 *
 * @module
 */
import type { GapEvent, GapReason, LiveWindow, TwapEvent } from "../../client/typescript/mod.ts";

/** The latest average of an asset, and what is missing after it. */
export interface LatestAverage {
  readonly event: TwapEvent | undefined;
  /** Missing values that follow the event; undefined where none is known to be missing. */
  readonly gap: GapEvent | undefined;
}

/** The latest price of an asset, as far as it may be shown. */
export type PriceState =
  | { readonly kind: "loading" }
  /** `lateSec`: set where the price is older than it should be. `isStale`: the stream is cut. */
  | {
    readonly kind: "shown";
    readonly value: string;
    readonly atSec: number;
    readonly lateSec: number | undefined;
    readonly isStale: boolean;
  }
  | { readonly kind: "missing"; readonly why: string };

/** The window that is open, as far as it has arrived. */
export type WindowState =
  | { readonly kind: "loading" }
  | { readonly kind: "open"; readonly window: LiveWindow }
  /** The next window has opened, and has not arrived. */
  | { readonly kind: "waiting"; readonly startSec: number };

/** When and how a value is judged. */
export interface Moment {
  /** The service's clock, unix seconds. */
  readonly nowSec: number;
  /** How many of the service's seconds pass in one. */
  readonly speed: number;
  /** Whether the stream is connected. */
  readonly isOpen: boolean;
}

/** Averages arrive 1 to 2 s after their second. In real seconds: a quick clock needs more. */
const LATE_SEC = 10;
const LATE_REAL_SEC = 3;
/** The service itself gives out no older one as the current value. */
const GONE_SEC = 60;
const GONE_REAL_SEC = 6;

const WHY: Readonly<Record<GapReason, string>> = {
  replay_limit: "too long ago to be sent again",
  no_price: "the provider has none",
  not_fetched: "it could not be had in time",
  no_feed: "no feed of it reaches this service",
  slow_reader: "this page was too slow",
};

/** Returns the latest average after an event. Replayed and corrected events find their place. */
export function takeAverage(
  before: LatestAverage | undefined,
  event: TwapEvent | GapEvent,
): LatestAverage {
  const { event: last, gap } = before ?? { event: undefined, gap: undefined };
  if (event.type === "gap") {
    const isNews = event.toSeq > (last?.seq ?? -Infinity) &&
      event.toSeq > (gap?.toSeq ?? -Infinity);
    return isNews ? { event: last, gap: event } : { event: last, gap };
  }
  if (last !== undefined && event.seq < last.seq) return { event: last, gap };
  return { event, gap: gap !== undefined && gap.toSeq > event.seq ? gap : undefined };
}

/** Returns what may be said of an asset's price. */
export function priceStateOf(
  latest: LatestAverage | undefined,
  { nowSec, speed, isOpen }: Moment,
): PriceState {
  const { event, gap } = latest ?? {};
  if (event === undefined) {
    return gap === undefined ? { kind: "loading" } : { kind: "missing", why: WHY[gap.reason] };
  }
  const ageSec = nowSec - event.seq;
  if (isOpen && ageSec > Math.max(GONE_SEC, GONE_REAL_SEC * speed)) {
    const why = gap === undefined ? "none arrives" : WHY[gap.reason];
    return { kind: "missing", why: `${why}, for ${ageSec} s` };
  }
  const isLate = isOpen && ageSec > Math.max(LATE_SEC, LATE_REAL_SEC * speed);
  return {
    kind: "shown",
    value: event.value,
    atSec: event.seq,
    lateSec: isLate ? ageSec : undefined,
    isStale: !isOpen,
  };
}

/** Returns the window of a market that is open, after news of one of its windows. */
export function takeWindow(before: LiveWindow | undefined, news: LiveWindow) {
  return news.phase === "open" && news.start >= (before?.start ?? -Infinity) ? news : before;
}

/** Returns what may be said of the window of a market that is open at `nowSec`. */
export function windowStateOf(latest: LiveWindow | undefined, nowSec: number): WindowState {
  if (latest === undefined) return { kind: "loading" };
  return latest.end <= nowSec
    ? { kind: "waiting", startSec: latest.end }
    : { kind: "open", window: latest };
}
