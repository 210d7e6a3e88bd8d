/**
 * The world's order books: what its traders bid and ask for a token at an instant.
 *
 * @module
 */
import { marketTerms } from "../venue/market_terms.ts";
import { lastTradeTicks, quoteOf, type Tick } from "../venue/quote.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { gameFair } from "../venue_metadata/game/game_price.ts";
import { gameTerms } from "../venue_metadata/game/game_terms.ts";
import { type GameWorld } from "../venue_metadata/game/game_world.ts";
import { hash32, streamOf } from "../world/hash.ts";
import { findGameMarket, gameMarket, isGameMarketNumber } from "./game_market.ts";
import { type Levels } from "./level.ts";
import { makeNameReader } from "./name_reader.ts";
import { type TradedMarket } from "./traded_market.ts";
import { mirror, worldLevels } from "./world_levels.ts";
import { worldMarket } from "./world_market.ts";

/** A token's side of its market. Once the market is closed, both sides are empty. */
export interface WorldBook extends TradedMarket, Levels {
  readonly tokenId: string;
  readonly otherTokenId: string;
  /** The token's place in `tokenIds` and `outcomes`. */
  readonly outcomeIndex: 0 | 1;
  /** What the token last traded at, in USDC times 10^6. */
  readonly lastTradePriceE6: bigint;
}

/** The books of one venue. Undefined stands for what is not, or not yet, in it. */
export interface WorldBooks {
  /** The book of a token in the second of an instant in unix milliseconds. */
  levels(tokenId: string, nowMs: number): WorldBook | undefined;
  /** The market of a condition, by `0x` and 64 hex digits. */
  market(conditionId: string, nowMs: number): TradedMarket | undefined;
}

/** A first outcome's levels, and what it last traded at. */
interface FirstBook extends Levels {
  readonly lastTradePriceE6: bigint;
}

const ONE_E6 = 1_000_000n;

/** What one market is in one second. */
interface Moment {
  readonly nowSec: number;
  readonly market: TradedMarket;
  readonly first: FirstBook;
}

/** What decides a book, besides who trades in it. */
interface Priced {
  readonly listing: { readonly eventNumber: number; readonly closedSec: number };
  /** Of the first outcome, from 0 to 1. */
  readonly fair: number;
  readonly tick: Tick;
}

/** Books are read several times in a second, and for both outcomes. */
const MOMENTS_KEPT = 1_024;

/** The books of a venue, games among them where it has some. Simulators of one seed agree. */
export function makeWorldBooks(
  { venue, games }: { readonly venue: VenueWorld; readonly games?: GameWorld | undefined },
): WorldBooks {
  const stream = streamOf(venue.seed, "venue order book");
  const names = makeNameReader(venue.codes);
  const kept = new Map<number, Moment>();
  const momentOf = (number: number, nowSec: number): Moment | undefined => {
    const known = kept.get(number);
    if (known?.nowSec === nowSec) return known;
    const seen = isGameMarketNumber(number)
      ? seenGame({ venue, games }, number, nowSec)
      : seenMarket(venue, number, nowSec);
    if (seen === undefined) return undefined;
    const { market, priced } = seen;
    const first = firstBook(priced, { stream: hash32(stream, number >>> 0), nowSec });
    const moment = { nowSec, market, first };
    if (kept.size >= MOMENTS_KEPT) kept.clear();
    kept.set(number, moment);
    return moment;
  };
  return {
    levels(tokenId, nowMs) {
      const named = names.outcome(tokenId);
      const found = named && momentOf(named.number, Math.floor(nowMs / 1000));
      if (named === undefined || found === undefined) return undefined;
      const { market, first } = found;
      // Markets have ids of the other protocol too, for which there is no book.
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
  const market = venue.marketById(String(number), nowSec);
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
