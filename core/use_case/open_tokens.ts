/**
 * Tokens of markets that are open now, one of each protocol of the venue.
 *
 * @module
 */
import { Array, Effect, Option } from "effect";
import { type Interval, windowContaining } from "../market/mod.ts";
import { EventCatalog, type OpenTokens } from "../port/mod.ts";
import { type Protocol, protocolOf, type VenueMarket } from "../venue/mod.ts";
import { nowSec } from "./opened_window.ts";
import { Venue } from "./venue.ts";

/** Series of bitcoin, of which a window is always open. The venue moves them to V2 one by one. */
const SERIES: ReadonlyArray<Interval> = ["1hour", "5min", "15min", "4hour"];

/**
 * Looks at the windows of now for a token of each protocol. What is not listed, or cannot be had,
 * is passed over; fails only where nothing was found at all and the venue did not answer.
 */
export const openTokens = Effect.gen(function* () {
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
  const trouble = failures.find((failure) => failure._tag === "ProviderFailed");
  const isEmpty = Option.isNone(tokens.v1) && Option.isNone(tokens.v2);
  return isEmpty && trouble !== undefined ? yield* trouble : tokens;
});

/** The token of the first outcome that has one, of the first market of this protocol. */
function tokenOf(
  protocol: Protocol,
  markets: ReadonlyArray<VenueMarket>,
): Option.Option<string> {
  return Option.firstSomeOf(
    markets.filter((market) => Option.contains(protocolOf(market.protocol), protocol))
      .flatMap(({ outcomes }) => outcomes.map(({ tokenId }) => tokenId)),
  );
}
