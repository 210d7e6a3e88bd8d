/**
 * The frames of the venue's market socket.
 *
 * @module
 */
import { type BookChange } from "./book_change.ts";
import { bookHash, bookSummary } from "./book_summary.ts";
import { type TokenBook } from "./level.ts";
import { type MarketEvent } from "./market_feed.ts";
import { formatE6, ONE_E6 } from "./micro_units.ts";
import { type TradedMarket } from "./traded_market.ts";

/** A JSON frame of the socket. */
export type MarketFrame = Readonly<Record<string, unknown>> & { readonly event_type: string };

/** What the sockets say of a market besides its books. */
export type ResolvedMarket = Pick<
  TradedMarket,
  "conditionId" | "tokenIds" | "outcomes" | "winnerIndex"
>;

/**
 * Returns a whole book, without what the frames of the venue lack. Only the first one of a
 * subscription tells the price of the last trade.
 */
export function bookFrame(
  book: TokenBook,
  { isFirst }: { readonly isFirst: boolean },
): MarketFrame {
  const { min_order_size: _size, neg_risk: _mark, last_trade_price, ...frame } = bookSummary(book);
  return { ...frame, event_type: "book", ...(isFirst ? { last_trade_price } : {}) };
}

/**
 * Returns levels of one market that changed together, each with its book after all of the changes.
 */
export function priceChangeFrame(
  { conditionId, timestampMs }: { readonly conditionId: string; readonly timestampMs: number },
  changed: ReadonlyArray<{ readonly book: TokenBook; readonly changes: ReadonlyArray<BookChange> }>,
): MarketFrame {
  return {
    market: conditionId,
    price_changes: changed.flatMap(({ book, changes }) => {
      const hash = changes.length > 0 ? bookHash({ ...book, timestampMs }) : "";
      return changes.map(({ priceE6, sizeE6, side }) => ({
        asset_id: book.tokenId,
        price: formatE6(priceE6),
        size: formatE6(sizeE6),
        side,
        hash,
        ...touchOf(book),
      }));
    }),
    timestamp: String(timestampMs),
    event_type: "price_change",
  };
}

/** Returns a trade. */
export function lastTradeFrame(trade: Extract<MarketEvent, { kind: "trade" }>): MarketFrame {
  return {
    market: trade.conditionId,
    asset_id: trade.tokenId,
    price: formatE6(trade.priceE6),
    size: formatE6(trade.sizeE6),
    fee_rate_bps: String(trade.feeRateBps),
    side: trade.side,
    timestamp: String(trade.timestampMs),
    event_type: "last_trade_price",
  };
}

/** Returns the new tick size of a token. */
export function tickSizeFrame(before: TokenBook, after: TokenBook): MarketFrame {
  return {
    market: after.conditionId,
    asset_id: after.tokenId,
    old_tick_size: formatE6(before.tickE6),
    new_tick_size: formatE6(after.tickE6),
    timestamp: String(after.timestampMs),
    event_type: "tick_size_change",
  };
}

/** Returns the token's best prices, for clients that requested custom features. */
export function bestBidAskFrame(book: TokenBook): MarketFrame {
  return {
    market: book.conditionId,
    asset_id: book.tokenId,
    ...touchOf(book),
    spread: formatE6(bestAskE6(book) - bestBidE6(book)),
    timestamp: String(book.timestampMs),
    event_type: "best_bid_ask",
  };
}

/** Returns the winner, empty if there is none, for clients that requested custom features. */
export function resolvedFrame(
  { conditionId, tokenIds, outcomes, winnerIndex }: ResolvedMarket,
  timestampMs: number,
): MarketFrame {
  const isWon = winnerIndex === 0 || winnerIndex === 1;
  return {
    market: conditionId,
    assets_ids: tokenIds,
    winning_asset_id: isWon ? tokenIds[winnerIndex] : "",
    winning_outcome: isWon ? outcomes[winnerIndex] : "",
    timestamp: String(timestampMs),
    event_type: "market_resolved",
  };
}

/** Returns whether two books have the same best prices. */
export function isSameTouch(a: TokenBook, b: TokenBook): boolean {
  return bestBidE6(a) === bestBidE6(b) && bestAskE6(a) === bestAskE6(b);
}

/** An empty side is written as in the venue's metadata: a bid of 0, an ask of 1. */
function touchOf(book: TokenBook) {
  return { best_bid: formatE6(bestBidE6(book)), best_ask: formatE6(bestAskE6(book)) };
}

function bestBidE6({ bids }: TokenBook): bigint {
  return bids.at(-1)?.priceE6 ?? 0n;
}

function bestAskE6({ asks }: TokenBook): bigint {
  return asks.at(-1)?.priceE6 ?? ONE_E6;
}
