/**
 * Follows a book of the primary venue from the start on, as after a first order: so the status page
 * of a sandbox says of the venue's stream whether it works before anybody has traded.
 *
 * @module
 */
import { Effect } from "effect";
import { windowAfter, windowContaining } from "../../core/market/mod.ts";
import { OrderVenue } from "../../core/port/mod.ts";
import { nowSec, OrderDesk, Venue } from "../../core/use_case/mod.ts";
import { sleepMachineTime } from "../../adapters/outbound/mod.ts";

/** The venue may be a simulator of another process that does not run yet. */
const PATIENCE_MS = 3_000;

/** Whatever fails is seen on the status page, and ends nothing. */
export const followABook = Effect.gen(function* () {
  const { profile: { calendar, slugOf } } = yield* Venue;
  // The next day's market: it is open for longer than its book is followed, on a fast clock too.
  const window = windowAfter(calendar, windowContaining(calendar, "daily", yield* nowSec));
  const { terms } = yield* (yield* OrderDesk).market(slugOf("btc", window));
  yield* (yield* OrderVenue).follow(terms.tokens.map(({ tokenId }) => tokenId));
}).pipe(
  Effect.catchCause((cause) => Effect.logDebug("Cannot follow a book from the start", cause)),
  Effect.raceFirst(sleepMachineTime(PATIENCE_MS)),
);
