/**
 * The window an instant falls in, if it has opened.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { type Interval, type MarketWindow, windowContaining } from "../market/mod.ts";
import { RequestRejected } from "../request.ts";
import { toIso, UnixSec } from "../time/mod.ts";
import { Venue } from "./venue.ts";

/** Now, by the service's own clock. */
export const nowSec = Effect.map(
  Clock.currentTimeMillis,
  (nowMs) => UnixSec(Math.floor(nowMs / 1000)),
);

/** An instant a caller named, and the parameter it came in. */
export interface NamedInstant {
  readonly atSec: UnixSec;
  readonly parameter: string;
  /** As it was sent, for refusals. */
  readonly text: string;
}

/** Refuses an instant whose window is still to come: it has no target, and asking is a mistake. */
export const openedWindow = Effect.fnUntraced(function* (
  interval: Interval,
  { atSec, parameter, text }: NamedInstant,
): Effect.fn.Return<MarketWindow, RequestRejected> {
  const { profile } = yield* Venue;
  const window = windowContaining(profile.calendar, interval, atSec);
  if (window.startSec <= (yield* nowSec)) return window;
  return yield* new RequestRejected({
    parameter,
    received: text,
    hint: `That ${interval} window opens at ${toIso(window.startSec)}; ask again then`,
  });
});
