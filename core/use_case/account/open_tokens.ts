/**
 * Finds tokens of markets that are open now, one for each protocol of the venue.
 *
 * @module
 */
import { Array, Effect, Option } from "effect";
import { type Interval, windowContaining } from "../../market/mod.ts";
import { EventCatalog } from "../../port/event_catalog.ts";
import type { OpenTokens } from "../../port/venue_account.ts";
import { type Protocol, protocolOf, type VenueMarket } from "../../venue/mod.ts";
import { nowSec } from "../price/opened_window.ts";
import { Venue } from "../venue/venue.ts";

/** Bitcoin series, which always have an open window. The venue moves them to V2 one by one. */
const SERIES: ReadonlyArray<Interval> = ["1hour", "5min", "15min", "4hour"];

/**
 * Searches the current windows for a token of each protocol. Skips windows that are not listed or
 * whose lookup fails. Fails only if nothing was found and the venue did not answer.
 */
export const openTokens = Effect.fnUntraced(function* () {
  const catalog = yield* EventCatalog;
  const { profile } = yield* Venue;
  const atSec = yield* nowSec;
  const asked = yield* Effect.forEach(
    SERIES,
    (interval) => {
      const window = windowContaining(profile.calendar, interval, atSec);
      return Effect.result(catalog.market(profile.slugOf("btc", window), "lasting"));
    },
    { concurrency: "unbounded" },
  );
  const [found, failures] = Array.separate(asked);
  const open = found.map(({ value: { market } }) => market).filter(({ isClosed }) => !isClosed);
  const tokens: OpenTokens = { v1: tokenOf("v1", open), v2: tokenOf("v2", open) };
  const outage = failures.find((failure) => failure._tag === "ProviderFailed");
  const isEmpty = Option.isNone(tokens.v1) && Option.isNone(tokens.v2);
  return isEmpty && outage !== undefined ? yield* outage : tokens;
});

/** Returns the first token of an outcome among the markets of this protocol. */
function tokenOf(
  protocol: Protocol,
  markets: ReadonlyArray<VenueMarket>,
): Option.Option<string> {
  return Option.firstSomeOf(
    markets.filter((market) => Option.contains(protocolOf(market.protocol), protocol))
      .flatMap(({ outcomes }) => outcomes.map(({ tokenId }) => tokenId)),
  );
}
