/**
 * The order book's view of a crypto window or a topic of the world.
 *
 * @module
 */
import { marketTerms } from "../venue/market_terms.ts";
import { tickOf } from "../venue/quote.ts";
import { type ListedMarket, type VenueWorld } from "../venue/venue_world.ts";
import { outcomesOf } from "../gamma/listing_text.ts";
import { type TradedMarket } from "./traded_market.ts";

const ONE_E6 = 1_000_000;

/** Reads a market that has been deployed by `nowSec`. */
export function worldMarket(
  venue: VenueWorld,
  { market, nowSec }: { readonly market: ListedMarket; readonly nowSec: number },
): TradedMarket {
  const { listing, marketIndex } = market;
  const terms = marketTerms(listing, nowSec);
  const fair = venue.prices.fair(listing, marketIndex, nowSec);
  const { protocol, isNegRisk, delaySec, takerDelayMs, gameStartSec, fee } = terms;
  return {
    ...venue.ids(market),
    version: protocol,
    outcomes: outcomesOf(listing),
    tickE6: BigInt(Math.round(tickOf(fair, terms.tick) * ONE_E6)),
    sizeMinE6: BigInt(terms.sizeMin * ONE_E6),
    isOpen: nowSec >= listing.deployedSec && nowSec < listing.endSec,
    winnerIndex: nowSec < listing.closedSec ? undefined : fair >= 0.5 ? 0 : 1,
    isNegRisk,
    delaySec,
    takerDelayMs,
    gameStartSec,
    fee: fee === undefined ? undefined : { rate: fee.rate, exponent: fee.exponent },
    openedSec: listing.deployedSec,
    clearsOnStart: gameStartSec === undefined,
  };
}
