/**
 * Follows an order book of the primary venue from the start, as after a first order, so that the
 * status page of a sandbox shows the state of the venue's stream before the first trade.
 *
 * @module
 */
import { Effect } from "effect";
import { windowAfter, windowContaining } from "../../core/market/mod.ts";
import { OrderVenue } from "../../core/port/order_venue.ts";
import { TradedMarkets } from "../../core/use_case/order/mod.ts";
import { nowSec } from "../../core/use_case/price/mod.ts";
import { Venue } from "../../core/use_case/venue/mod.ts";
import { sleepMachineTime } from "../../adapters/outbound/mod.ts";

/** The venue may be a simulator of another process that does not run yet. */
const TIMEOUT_MS = 3_000;

/** Follows an order book. Failures show on the status page and do not end the service. */
export const followOrderBook = Effect.gen(function* () {
  const { profile: { calendar, slugOf } } = yield* Venue;
  // The next day's market stays open for longer than its book is followed, even on a fast clock.
  const window = windowAfter(calendar, windowContaining(calendar, "daily", yield* nowSec));
  const { terms } = yield* (yield* TradedMarkets).market(slugOf("btc", window));
  yield* (yield* OrderVenue).follow(terms.tokens.map(({ tokenId }) => tokenId));
}).pipe(
  Effect.catchCause((cause) =>
    Effect.logDebug("Cannot follow an order book from the start", cause)
  ),
  Effect.raceFirst(sleepMachineTime(TIMEOUT_MS)),
);
