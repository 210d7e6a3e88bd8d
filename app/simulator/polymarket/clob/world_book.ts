/**
 * The world's order books: the bids and asks of its traders for a token at an instant.
 *
 * @module
 */
import { marketTerms } from "../venue/market_terms.ts";
import { lastTradeTicks, quoteOf, type Tick } from "../venue/quote.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { gameFair } from "../gamma/game/game_price.ts";
import { gameTerms } from "../gamma/game/game_terms.ts";
import { type GameWorld } from "../gamma/game/game_world.ts";
import { hash32, streamOf } from "../../world/hash.ts";
import { findGameMarket, gameMarket, isGameMarketNumber } from "./game_market.ts";
import { type Levels } from "./level.ts";
import { makeNameReader } from "./name_reader.ts";
import { type TradedMarket } from "./traded_market.ts";
import { mirror, worldLevels } from "./world_levels.ts";
import { worldMarket } from "./world_market.ts";

/** A token's side of its market. Both sides are empty once the market is closed. */
export interface WorldBook extends TradedMarket, Levels {
  readonly tokenId: string;
  readonly otherTokenId: string;
  /** The token's index in `tokenIds` and `outcomes`. */
  readonly outcomeIndex: 0 | 1;
  /** The token's last trade price, in USDC times 10^6. */
  readonly lastTradePriceE6: bigint;
}

/** The books of one venue. Undefined means unknown, or not listed yet. */
export interface WorldBooks {
  /**
   * Returns the book of a token at an instant in unix milliseconds, with a resolution of one
   * second.
   */
  levels(tokenId: string, nowMs: number): WorldBook | undefined;
  /** Returns the market of a condition, `0x` and 64 hex digits. */
  market(conditionId: string, nowMs: number): TradedMarket | undefined;
}

/** A first outcome's levels, and its last trade price. */
interface FirstBook extends Levels {
  readonly lastTradePriceE6: bigint;
}

const ONE_E6 = 1_000_000n;

/** A market's state in one second. */
interface Moment {
  readonly nowSec: number;
  readonly market: TradedMarket;
  readonly first: FirstBook;
}

/** The inputs of a book, apart from its traders. */
interface Priced {
  readonly listing: { readonly eventNumber: number; readonly closedSec: number };
  /** The price of the first outcome, from 0 to 1. */
  readonly fair: number;
  readonly tick: Tick;
}

/** Books are read several times per second, and for both outcomes. */
const MOMENTS_CACHED = 1_024;

/** Makes the books of a venue, games included if it has some. Simulators of one seed agree. */
export function makeWorldBooks(
  { venue, games }: { readonly venue: VenueWorld; readonly games?: GameWorld | undefined },
): WorldBooks {
  const stream = streamOf(venue.seed, "venue order book");
  const names = makeNameReader(venue.codes);
  const cached = new Map<number, Moment>();
  const momentOf = (number: number, nowSec: number): Moment | undefined => {
    const known = cached.get(number);
    if (known?.nowSec === nowSec) return known;
    const seen = isGameMarketNumber(number)
      ? seenGame({ venue, games }, number, nowSec)
      : seenMarket(venue, number, nowSec);
    if (seen === undefined) return undefined;
    const { market, priced } = seen;
    const first = firstBook(priced, { stream: hash32(stream, number >>> 0), nowSec });
    const moment = { nowSec, market, first };
    if (cached.size >= MOMENTS_CACHED) cached.clear();
    cached.set(number, moment);
    return moment;
  };
  return {
    levels(tokenId, nowMs) {
      const named = names.outcome(tokenId);
      const found = named && momentOf(named.number, Math.floor(nowMs / 1000));
      if (named === undefined || found === undefined) return undefined;
      const { market, first } = found;
      // Markets also have ids of the other protocol, which have no book.
      if (market.tokenIds[named.outcomeIndex] !== tokenId) return undefined;
      const isFirst = named.outcomeIndex === 0;
      return {
        ...market,
        ...(isFirst ? first : mirror(first)),
        tokenId,
        otherTokenId: market.tokenIds[isFirst ? 1 : 0],
        outcomeIndex: isFirst ? 0 : 1,
        lastTradePriceE6: isFirst ? first.lastTradePriceE6 : ONE_E6 - first.lastTradePriceE6,
      };
    },
    market(conditionId, nowMs) {
      const number = names.market(conditionId);
      const found = number === undefined
        ? undefined
        : momentOf(number, Math.floor(nowMs / 1000))?.market;
      return found?.conditionId === conditionId.toLowerCase() ? found : undefined;
    },
  };
}

interface SeenMarket {
  readonly market: TradedMarket;
  readonly priced: Priced;
}

function seenMarket(venue: VenueWorld, number: number, nowSec: number): SeenMarket | undefined {
  const market = venue.marketByNumber(number, nowSec);
  if (market === undefined || nowSec < market.listing.deployedSec) return undefined;
  const { listing, marketIndex } = market;
  return {
    market: worldMarket(venue, { market, nowSec }),
    priced: {
      listing,
      fair: venue.prices.fair(listing, marketIndex, nowSec),
      tick: marketTerms(listing, nowSec).tick,
    },
  };
}

function seenGame(
  { venue, games }: { readonly venue: VenueWorld; readonly games: GameWorld | undefined },
  number: number,
  nowSec: number,
): SeenMarket | undefined {
  const view = games && findGameMarket({ seed: venue.seed, games }, number, nowSec);
  if (view === undefined) return undefined;
  const { listing } = view;
  return {
    market: gameMarket(venue, view),
    priced: { listing, fair: gameFair(venue.seed, view), tick: gameTerms(listing).tick },
  };
}

function firstBook(
  { listing, fair, tick }: Priced,
  { stream, nowSec }: { readonly stream: number; readonly nowSec: number },
): FirstBook {
  if (nowSec >= listing.closedSec) {
    return { bids: [], asks: [], lastTradePriceE6: BigInt(Math.round(fair * Number(ONE_E6))) };
  }
  const quote = quoteOf(fair, tick);
  const tickE6 = ONE_E6 / BigInt(quote.ticksPerUnit);
  return {
    ...worldLevels(quote, { stream, nowSec }),
    lastTradePriceE6: BigInt(lastTradeTicks(quote, { listing, nowSec })) * tickE6,
  };
}
