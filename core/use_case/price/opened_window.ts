/**
 * Finds the window that contains an instant, if it has opened.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { type Interval, type MarketWindow, windowContaining } from "../../market/mod.ts";
import { RequestRejected } from "../../request.ts";
import { toIso, UnixSec } from "../../time/mod.ts";
import { Venue } from "../venue/venue.ts";

/** The current unix second on the service's clock. */
export const nowSec = Effect.map(
  Clock.currentTimeMillis,
  (nowMs) => UnixSec(Math.floor(nowMs / 1000)),
);

/** An instant from a request, and the parameter that carried it. */
export interface RequestedInstant {
  readonly atSec: UnixSec;
  readonly parameter: string;
  /** The value as received, for refusals. */
  readonly text: string;
}

/** Returns the window. Refuses an instant in a future window, which has no target yet. */
export const openedWindow = Effect.fnUntraced(function* (
  interval: Interval,
  { atSec, parameter, text }: RequestedInstant,
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
