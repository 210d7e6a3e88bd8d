/**
 * The public books: the world's levels, and the users' resting orders.
 *
 * @module
 */
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { type Level, type Levels, type TokenBook } from "./level.ts";
import { type Liquidity } from "./liquidity.ts";
import { type Side } from "./market_feed.ts";
import { makerQueue, type TakerView } from "./maker_queue.ts";
import { type Markets } from "./markets.ts";
import { ONE_E6 } from "./micro_units.ts";
import { type Ledger, type PlacedOrder, restE6 } from "./placed_order.ts";
import { otherTokenOf, type TradedMarket } from "./traded_market.ts";

/** An offer that an order can trade with: a user's order, or without one the world's. */
export interface Offer extends Level {
  readonly maker: PlacedOrder | undefined;
}

/** Every book in its current state. */
export interface Books {
  /** Returns the book of a token; undefined if it is not, or no longer, traded. */
  book(tokenId: string): TokenBook | undefined;
  /** Returns the offers for a taker on this side, best first and then oldest first. */
  offers(market: TradedMarket, tokenId: string, side: Side): ReadonlyArray<Offer>;
  /** Records a token's last trade price, and the matching price of the other outcome. */
  traded(market: TradedMarket, tokenId: string, priceE6: bigint): void;
}

/**
 * How long a user's trade counts as the last one: the world keeps trading, without visible trades.
 */
const LAST_TRADE_MS = 30_000;
/** Tokens whose last trade is known: two of each market. */
const TRADED_MAX = 8_192;

/** Makes the books of one venue. */
export function makeBooks(
  { markets, liquidity, ledger, lastTradeE6, nowMs, kept = UNKEPT }: {
    readonly markets: Markets;
    readonly liquidity: Liquidity;
    readonly ledger: Ledger;
    /** Returns the world's last trade price of a token. */
    readonly lastTradeE6: (tokenId: string, nowMs: number) => bigint | undefined;
    readonly nowMs: () => number;
    readonly kept?: KeptMaps;
  },
): Books {
  const lastTrades = kept.map<{ readonly priceE6: bigint; readonly atMs: number }>(
    "last trades",
    TRADED_MAX,
  );

  const offersIn = (
    { bids, asks }: Levels,
    { market, tokenId, side }: TakerView,
  ): ReadonlyArray<Offer> => {
    const queue = makerQueue(ledger.resting(market.conditionId), { market, tokenId, side });
    const resting = queue.map((each): Offer => ({ ...each, sizeE6: restE6(each.maker) }));
    const world = (side === "BUY" ? asks : bids)
      .map((level): Offer => ({ ...level, maker: undefined }));
    const sign = side === "BUY" ? 1 : -1;
    return [...resting, ...world].sort((a, b) => sign * compare(a.priceE6, b.priceE6));
  };
  /**
   * Returns the world's levels. Where its price has moved through a resting order, its traders take
   * from that, and offer nothing across it.
   */
  const worldOf = (market: TradedMarket, tokenId: string): Levels => {
    const levels = liquidity.levels(market, tokenId);
    const resting = ledger.resting(market.conditionId);
    if (resting.length === 0 || !liquidity.isWorlds(market)) return levels;
    const best = (side: Side) => makerQueue(resting, { market, tokenId, side })[0]?.priceE6;
    const [bidE6, askE6] = [best("SELL"), best("BUY")];
    return {
      bids: levels.bids.filter(({ priceE6 }) => askE6 === undefined || priceE6 < askE6),
      asks: levels.asks.filter(({ priceE6 }) => bidE6 === undefined || priceE6 > bidE6),
    };
  };
  const levels = (market: TradedMarket, tokenId: string): Levels => {
    // Read once for both sides: bids of one second and asks of the next could cross.
    const world = worldOf(market, tokenId);
    return {
      bids: worstFirst(offersIn(world, { market, tokenId, side: "SELL" })),
      asks: worstFirst(offersIn(world, { market, tokenId, side: "BUY" })),
    };
  };
  const lastTrade = (tokenId: string): bigint | undefined => {
    const ours = lastTrades.get(tokenId);
    const world = lastTradeE6(tokenId, nowMs());
    const isOurs = world === undefined ||
      ours !== undefined && nowMs() - ours.atMs < LAST_TRADE_MS;
    return isOurs ? ours?.priceE6 : world;
  };
  const bookOf = (market: TradedMarket, tokenId: string): TokenBook => ({
    version: market.version,
    tokenId,
    conditionId: market.conditionId,
    ...levels(market, tokenId),
    tickE6: market.tickE6,
    sizeMinE6: market.sizeMinE6,
    isNegRisk: market.isNegRisk,
    lastTradePriceE6: lastTrade(tokenId),
    timestampMs: nowMs(),
  });

  return {
    offers: (market, tokenId, side) =>
      offersIn(worldOf(market, tokenId), { market, tokenId, side }),
    book(tokenId) {
      const market = markets.byToken(tokenId);
      return market === undefined || market.winnerIndex !== undefined
        ? undefined
        : bookOf(market, tokenId);
    },
    traded(market, tokenId, priceE6) {
      const atMs = nowMs();
      lastTrades.setNewest(tokenId, { priceE6, atMs });
      lastTrades.setNewest(otherTokenOf(market, tokenId), { priceE6: ONE_E6 - priceE6, atMs });
    },
  };
}

/** Merges offers into one level per price. */
function worstFirst(offers: ReadonlyArray<Offer>): ReadonlyArray<Level> {
  const sizes = new Map<bigint, bigint>();
  for (const { priceE6, sizeE6 } of offers) sizes.set(priceE6, (sizes.get(priceE6) ?? 0n) + sizeE6);
  return [...sizes].map(([priceE6, sizeE6]): Level => ({ priceE6, sizeE6 })).reverse();
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
