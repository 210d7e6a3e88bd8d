/**
 * The world's order books: what its traders bid and ask for a token at an instant.
 *
 * @module
 */
import { marketTerms } from "../venue/market_terms.ts";
import { lastTradeTicks, quoteOf } from "../venue/quote.ts";
import { type ListedMarket, marketNumber, type VenueWorld } from "../venue/venue_world.ts";
import { hash32, streamOf } from "../world/hash.ts";
import { type Levels } from "./level.ts";
import { mirror, worldLevels } from "./world_levels.ts";
import { type WorldMarket, worldMarket } from "./world_market.ts";

/** A token's side of its market. Once the market is closed, both sides are empty. */
export interface WorldBook extends WorldMarket, Levels {
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
  market(conditionId: string, nowMs: number): WorldMarket | undefined;
}

/** A first outcome's levels, and what it last traded at. */
interface FirstBook extends Levels {
  readonly lastTradePriceE6: bigint;
}

const ONE_E6 = 1_000_000n;

/** What one market is in one second. */
interface Moment {
  readonly nowSec: number;
  readonly market: WorldMarket;
  readonly first: FirstBook;
}

/** Books are read several times in a second, and for both outcomes. */
const MOMENTS_KEPT = 1_024;

/** The books of a venue. Simulators of one seed agree on them. */
export function makeWorldBooks({ venue }: { readonly venue: VenueWorld }): WorldBooks {
  const stream = streamOf(venue.seed, "venue order book");
  const kept = new Map<number, Moment>();
  const momentOf = (listed: ListedMarket, nowSec: number): Moment => {
    const number = marketNumber(listed);
    const known = kept.get(number);
    if (known?.nowSec === nowSec) return known;
    const moment = {
      nowSec,
      market: worldMarket(venue, { market: listed, nowSec }),
      first: firstBook(venue, { listed, nowSec, stream: hash32(stream, number >>> 0) }),
    };
    if (kept.size >= MOMENTS_KEPT) kept.clear();
    kept.set(number, moment);
    return moment;
  };
  return {
    levels(tokenId, nowMs) {
      const nowSec = Math.floor(nowMs / 1000);
      const found = venue.outcomeByTokenId(tokenId, nowSec);
      if (found === undefined) return undefined;
      const { market, first } = momentOf(found, nowSec);
      const isFirst = found.outcomeIndex === 0;
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
      const nowSec = Math.floor(nowMs / 1000);
      const found = venue.marketByConditionId(conditionId, nowSec);
      return found === undefined ? undefined : momentOf(found, nowSec).market;
    },
  };
}

function firstBook(
  venue: VenueWorld,
  { listed: { listing, marketIndex }, nowSec, stream }: {
    readonly listed: ListedMarket;
    readonly nowSec: number;
    readonly stream: number;
  },
): FirstBook {
  const fair = venue.prices.fair(listing, marketIndex, nowSec);
  if (nowSec >= listing.closedSec) {
    return { bids: [], asks: [], lastTradePriceE6: fair >= 0.5 ? ONE_E6 : 0n };
  }
  const quote = quoteOf(fair, marketTerms(listing, nowSec).tick);
  const tickE6 = ONE_E6 / BigInt(quote.ticksPerUnit);
  return {
    ...worldLevels(quote, { stream, nowSec }),
    lastTradePriceE6: BigInt(lastTradeTicks(quote, { listing, nowSec })) * tickE6,
  };
}
