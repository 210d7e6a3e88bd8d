/**
 * A game's market, as the venue's order book sees it.
 *
 * @module
 */
import { marketIds, MARKETS_MAX } from "../venue/market_id.ts";
import { tickOf } from "../venue/quote.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { betsOf, type GameMarketView } from "../gamma/game/game_bet.ts";
import { isGameEventNumber } from "../gamma/game/game_listing.ts";
import { gameMarketNumber } from "../gamma/game/game_market.ts";
import { gameFair } from "../gamma/game/game_price.ts";
import { gameTerms, takesOrders } from "../gamma/game/game_terms.ts";
import { type GameWorld } from "../gamma/game/game_world.ts";
import { type TradedMarket } from "./traded_market.ts";

/** Returns whether a market number may belong to a game. */
export function isGameMarketNumber(number: number): boolean {
  return isGameEventNumber(Math.floor(number / MARKETS_MAX));
}

/** Returns the market with this number, if it has been deployed. */
export function findGameMarket(
  { seed, games }: { readonly seed: number; readonly games: GameWorld },
  number: number,
  nowSec: number,
): GameMarketView | undefined {
  const listing = games.byNumber(Math.floor(number / MARKETS_MAX), nowSec);
  if (listing === undefined || nowSec < listing.deployedSec) return undefined;
  const marketIndex = number % MARKETS_MAX;
  const bet = betsOf(seed, listing)[marketIndex];
  return bet && { listing, bet, marketIndex, nowSec };
}

/** Reads a deployed market. */
export function gameMarket({ seed, codes }: VenueWorld, view: GameMarketView): TradedMarket {
  const { listing, bet, nowSec } = view;
  const { protocol, tick, sizeMin, fee, ...terms } = gameTerms(listing);
  const number = gameMarketNumber(view);
  const fair = gameFair(seed, view);
  return {
    ...terms,
    ...marketIds(codes, { number, protocol, isNegRisk: terms.isNegRisk }),
    version: protocol,
    outcomes: bet.outcomes,
    tickE6: BigInt(Math.round(tickOf(fair, tick) * ONE_E6)),
    sizeMinE6: BigInt(sizeMin * ONE_E6),
    isOpen: takesOrders(listing, nowSec),
    winnerIndex: nowSec < listing.closedSec ? undefined : winnerOf(fair),
    fee: fee === undefined ? undefined : { rate: fee.rate, exponent: fee.exponent },
    openedSec: listing.deployedSec,
    clearsOnStart: true,
  };
}

const ONE_E6 = 1_000_000;

function winnerOf(worth: number): 0 | 1 | "neither" {
  return worth === 0.5 ? "neither" : worth > 0.5 ? 0 : 1;
}
