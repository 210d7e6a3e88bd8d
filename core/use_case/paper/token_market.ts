/**
 * The market that a token of the primary venue is traded in.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { NoOrderBook, OrderVenue } from "../../port/order_venue.ts";
import type { ProviderFailed } from "../../port/provider_failure.ts";
import { TokenMarkets } from "../../port/token_markets.ts";
import { type TradedMarket, TradedMarkets } from "../order/traded_markets.ts";

/** A market, and which outcome of it a token is. */
export interface TokenMarket {
  readonly slug: string;
  readonly market: TradedMarket;
  /** The outcome's name, as the venue writes it. */
  readonly outcome: string;
}

/** Returns the market of a token. What the venue contradicts itself on is traded nowhere. */
export const tokenMarket = Effect.fnUntraced(function* (
  tokenId: string,
): Effect.fn.Return<
  TokenMarket,
  NoOrderBook | ProviderFailed,
  OrderVenue | TokenMarkets | TradedMarkets
> {
  const missing = new NoOrderBook({ named: `token "${tokenId}"` });
  const slug = yield* Effect.mapError(
    yield* Effect.map(slugOf(tokenId), Effect.fromOption),
    () => missing,
  );
  const market = yield* Effect.mapError(
    (yield* TradedMarkets).market(slug),
    (failure) => failure._tag === "ProviderFailed" ? failure : missing,
  );
  const outcome = market.listed.market.outcomes.find((one) =>
    Option.contains(one.tokenId, tokenId)
  );
  if (outcome === undefined) return yield* missing;
  return { slug, market, outcome: outcome.name };
});

/** What was never listed here is asked for by the condition that its book names. */
const slugOf = Effect.fnUntraced(function* (tokenId: string) {
  const markets = yield* TokenMarkets;
  const known = yield* markets.slugOf(tokenId);
  if (Option.isSome(known)) return known;
  const { conditionId } = yield* (yield* OrderVenue).book(tokenId);
  return yield* markets.slugOfCondition(conditionId);
});
