/**
 * The probe of Kalshi's windows: those that are open now, as the adapter reads them.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import type { ProviderQuestion } from "../../core/port/provider_question.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { unreadable } from "./http_failure.ts";
import { type KalshiVenueOptions, makeKalshiLegVenue } from "./leg_venue.ts";

const WINDOW_SEC = 900;

/** Makes the question. Needs the {@linkcode ProviderWatch}. */
export const makeKalshiWindowQuestion = Effect.fnUntraced(function* (options: KalshiVenueOptions) {
  const { listed, isPaused, series } = yield* makeKalshiLegVenue(options);
  return {
    name: "kalshi windows",
    asks: "the open window of 15 minutes of the first series, with its target",
    ask: Effect.gen(function* () {
      const [first] = series;
      if (first === undefined) return "no series is configured";
      const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
      const startSec = UnixSec(nowSec - nowSec % WINDOW_SEC);
      const range = { startSec, endSec: UnixSec(startSec + WINDOW_SEC) };
      const { seen, unread } = yield* listed(first, range);
      const [trouble] = unread;
      if (trouble !== undefined) return yield* unreadable(`${trouble.id}: ${trouble.why}`);
      const [open] = seen;
      if (open !== undefined) return `${open.market.id}, target ${open.market.target ?? "not yet"}`;
      if (yield* isPaused) return `${first.ticker} is not listed: its exchange is paused`;
      return yield* unreadable(`it lists no open window of ${first.ticker}`);
    }),
  } satisfies ProviderQuestion;
});
