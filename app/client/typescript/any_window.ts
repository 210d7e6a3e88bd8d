/**
 * What every window has, wherever the service tells of it.
 *
 * @module
 */
import { makeServiceClock } from "./stream/service_clock.ts";

/** A window: its event on the primary venue, its bounds, and the time that is left. */
export interface AnyWindow {
  readonly slug: string;
  /** The event's page. */
  readonly url: string;
  /** The first second, unix seconds. */
  readonly start: number;
  /** The first second after it, unix seconds. */
  readonly end: number;
  /**
   * Returns the seconds until its end, never below 0: by the service's clock, or at an instant in
   * unix milliseconds, as `Date.now()` returns it.
   */
  readonly secondsLeft: (nowMs?: number) => number;
}

/** A target, a window, or an item of a list of windows: each spells its bounds in its own way. */
export type ToldWindow =
  & Pick<AnyWindow, "slug" | "url">
  & (
    | { readonly windowStart: number; readonly windowEnd: number }
    | { readonly start: number; readonly end: number }
    | { readonly timestamp_start: number; readonly timestamp_end: number }
  );

/**
 * Returns the window of a target, of an answer with one, of a stream's target, or of a list. `now`
 * is that of the answer, or the `publishedAt` of an event: the time left runs on from there.
 */
export function windowOf(told: ToldWindow, now: string): AnyWindow {
  const { slug, url } = told;
  const [start, end] = "windowStart" in told
    ? [Number(told.windowStart), Number(told.windowEnd)]
    : "start" in told
    ? [Number(told.start), Number(told.end)]
    // Lists have the last second inside a window.
    : [Number(told.timestamp_start), Number(told.timestamp_end) + 1];
  const clock = makeServiceClock(Date.parse(now));
  const secondsLeft = (nowMs = clock.nowMs()) => secondsBetween(nowMs, end);
  return { slug, url, start, end, secondsLeft };
}

/** The seconds from an instant in unix milliseconds to one in unix seconds, never below 0. */
export function secondsBetween(nowMs: number, endSec: number): number {
  return Math.max(0, Number(endSec) * 1000 - nowMs) / 1000;
}
