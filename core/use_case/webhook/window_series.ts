/**
 * The windows that webhooks may still have to be told of.
 *
 * @module
 */
import { Option } from "effect";
import { isWindowEvent, type Webhook, type WindowEventName } from "../../webhook/mod.ts";
import {
  type Asset,
  ASSETS,
  type Calendar,
  type Interval,
  type MarketWindow,
  seriesOf,
  windowContaining,
  windowsStartingIn,
} from "../../market/mod.ts";
import type { WebhookNotice } from "../../port/webhook_store.ts";
import { UnixSec } from "../../time/mod.ts";

/** How far events are looked back for, as after a time without the service. */
export const LOOK_BACK_MS = 24 * 3_600_000;

/** One event of one window, before it is known whether it can be told. */
export interface WindowMoment {
  readonly event: WindowEventName;
  /** The event's key, which no other event has. */
  readonly key: string;
  readonly asset: Asset;
  readonly window: MarketWindow;
  /** When the window opened or ended, unix milliseconds. */
  readonly atMs: number;
}

/** An event and a series of windows, and the instant from which some webhook wants it. */
interface WantedSeries {
  readonly event: WindowEventName;
  readonly asset: Asset;
  readonly interval: Interval;
  readonly sinceMs: number;
}

/** Yields every moment that any webhook wants to be told of, up to now. */
export function* wantedMoments(
  webhooks: ReadonlyArray<Webhook>,
  { calendar, nowMs, lookBackMs = LOOK_BACK_MS }: {
    readonly calendar: Calendar;
    readonly nowMs: number;
    readonly lookBackMs?: number;
  },
): Generator<WindowMoment> {
  for (const { event, asset, interval, sinceMs } of wantedSeries(webhooks)) {
    const fromMs = Math.max(sinceMs, nowMs - lookBackMs);
    if (fromMs > nowMs) continue;
    const { startSec } = windowContaining(calendar, interval, UnixSec(Math.floor(fromMs / 1000)));
    const range = { startSec, endSec: UnixSec(Math.floor(nowMs / 1000) + 1) };
    for (const window of windowsStartingIn(calendar, interval, range)) {
      const atMs = (event === "window.opened" ? window.startSec : window.endSec) * 1000;
      if (atMs < fromMs || atMs > nowMs) continue;
      const key = `${event}:${asset}:${interval}:${window.startSec}`;
      yield { event, key, asset, window, atMs };
    }
  }
}

/** Returns the notice of a moment. */
export function noticeOf(
  { event, key, atMs, asset, window }: WindowMoment,
  body: string,
): WebhookNotice {
  const series = Option.some({ asset, interval: window.interval });
  return { event, key, atMs, series, accountId: Option.none(), body };
}

function wantedSeries(webhooks: ReadonlyArray<Webhook>): ReadonlyArray<WantedSeries> {
  const wanted = new Map<string, WantedSeries>();
  for (const { events, assets, intervals, sinceMs } of webhooks) {
    for (const event of events.filter(isWindowEvent)) {
      for (const { asset, interval } of seriesOf(assets.length === 0 ? ASSETS : assets)) {
        if (intervals.length > 0 && !intervals.includes(interval)) continue;
        const name = `${event}:${asset}:${interval}`;
        const earliestMs = Math.min(sinceMs, wanted.get(name)?.sinceMs ?? Infinity);
        wanted.set(name, { event, asset, interval, sinceMs: earliestMs });
      }
    }
  }
  return [...wanted.values()];
}
